import { type ReactNode, useState } from 'react';
import { Link, replace, useActionData, useLoaderData } from 'react-router';
import { ActionForm, getFieldError, type FailedSubmission } from '#ui/ActionForm.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { createRandomId } from '#shared/random-id.ts';
import { saveLocalDraft } from '#ui/local-draft.ts';
import { toast } from '#ui/toast.ts';
import { TextField } from '#ui/TextField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { useFormDraft } from '#ui/use-form-draft.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { LocalDateTime } from '#ui/DateTime.tsx';
import { SenderDetails } from '../components/SenderDetails.tsx';
import type { InboxMessage } from '../contract/inbox.ts';
import { MAX_MESSAGE_LENGTH } from '../contract/limits.ts';
import {
  canReply,
  getTransitionLabel,
  parseMessageTransition,
  formatTransitionResult,
  listMessageTransitions,
} from '../rules/transitions.ts';

export const loader = pageLoader(async ({ api, params }) => {
  const id = params.id ?? '';
  const message = await api.contact.getMessage({ id });
  if (message.isUnread) await api.contact.markMessageRead({ id });
  // One key per displayed form, so sending it twice creates one reply.
  return { message, idempotencyKey: createRandomId() };
});

const draftKey = (id: number | string) => `answer-${id}`;

export const action = pageAction(async ({ api, params, form }) => {
  const id = params.id ?? '';
  const value = (name: string) => form.get(name) ?? '';
  if (value('intent') === 'delete') {
    await api.contact.deleteMessage({ id, name: value('name') });
    saveLocalDraft(draftKey(id), undefined);
    toast.success('Message deleted');
    // oxlint-disable-next-line typescript/only-throw-error
    throw replace(dashboardPaths.inbox);
  }
  const transition = parseMessageTransition(value('intent'));
  if (transition) {
    const { restoredCount } = await api.contact.transitionMessage({ id, transition });
    return formatTransitionResult(transition, 1, restoredCount);
  }
  await api.contact.replyToMessage({ id, body: value('body'), idempotencyKey: value('idempotencyKey') });
  saveLocalDraft(draftKey(id), undefined);
  return 'Reply sent.';
});

/** A message with its replies and actions. */
export function Component() {
  const { message, idempotencyKey } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = useRejectedForm();
  const notice = result && 'done' in result ? result.done : undefined;
  return (
    <DashboardPage title={message.subject} back={{ to: dashboardPaths.inbox, label: 'Inbox' }}>
      {notice && <output className="mb-8 block border-l-2 border-accent pl-4 text-small">{notice}</output>}
      <div className="grid gap-x-14 gap-y-12 xl:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="grid min-w-0 content-start gap-12">
          <MessageThread message={message} />
          {canReply(message.state) ? (
            <ReplyForm
              key={message.replies.length}
              message={message}
              idempotencyKey={idempotencyKey}
              refused={refused}
            />
          ) : (
            <p className="border-t border-rule pt-6 text-small text-ink-soft">
              Replying to spam shows the sender that your address is in use. To reply, choose “Not spam” first.
            </p>
          )}
        </div>
        <aside aria-label="About this message" className="min-w-0">
          <SenderDetails message={message} />
          <div className="mt-6 flex flex-wrap gap-3">
            {listMessageTransitions(message.state).map(name => (
              <ActionForm key={name} intent={name} label={getTransitionLabel(name, message.state)} failure={refused} />
            ))}
          </div>
          <div className="mt-8">
            <DeleteMessageForm message={message} refused={refused} />
          </div>
        </aside>
      </div>
    </DashboardPage>
  );
}

type PartProps = { by: string; at: string; isMine?: boolean; body: string; children?: ReactNode };

function Part({ by, at, isMine = false, body, children }: PartProps) {
  return (
    <li className={`border-l-2 pl-5 ${isMine ? 'border-accent' : 'border-rule-strong'}`}>
      <p className="meta">
        <span className="font-semibold text-ink">{by}</span>, <LocalDateTime instant={at} />
        {children}
      </p>
      <p className="mt-2 max-w-[35em] whitespace-pre-line [overflow-wrap:anywhere]">{body}</p>
    </li>
  );
}

function MessageThread({ message: { name, body, receivedAt, replies } }: { message: InboxMessage }) {
  return (
    <ol className="grid gap-8" aria-label="Message and replies">
      <Part by={name} at={receivedAt} body={body} />
      {replies.map(reply => (
        <Part key={reply.id} by="You" at={reply.sentAt} isMine body={reply.body}>
          {reply.emailId && (
            <>
              {', '}
              <Link
                className="link inline-flex min-h-11 items-center"
                to={dashboardPaths.outboxEmail(reply.emailId)}
                aria-label="View in the email log"
              >
                email
              </Link>
            </>
          )}
        </Part>
      ))}
    </ol>
  );
}

type MessageFormProps = { message: InboxMessage; refused: FailedSubmission | undefined };

function ReplyForm({ message, idempotencyKey: newKey, refused }: MessageFormProps & { idempotencyKey: string }) {
  const failure = refused?.values.intent === 'reply' ? refused : undefined;
  const draft = useFormDraft({ name: draftKey(message.id), saved: { body: '' }, version: 1, refused: failure?.values });
  // Stays the same until the reply is sent.
  const [idempotencyKey] = useState(failure?.values.idempotencyKey ?? newKey);
  return (
    <section aria-label="Reply" className="border-t border-rule-strong pt-6">
      <h2 className="text-h4">Reply</h2>
      <p className="mt-2 mb-5 max-w-[31em] text-small text-ink-soft">
        Your reply is emailed to {message.email} as plain text, with the original message below it. If they write back,
        you’ll get their reply by email.
      </p>
      <ActionForm intent="reply" label="Send reply" primary failure={refused}>
        <input type="hidden" name="idempotencyKey" value={idempotencyKey} readOnly />
        <div key={draft.resetKey} className="w-full [&_textarea]:min-h-40" onInput={draft.onInput}>
          <TextArea
            label="Your reply"
            name="body"
            rows={8}
            maxLength={MAX_MESSAGE_LENGTH}
            defaultValue={draft.initial.body}
            error={getFieldError(refused, 'reply', 'body')}
          />
        </div>
      </ActionForm>
    </section>
  );
}

function DeleteMessageForm({ message: { name }, refused }: MessageFormProps) {
  return (
    <Disclosure label="Delete permanently" open={refused?.values.intent === 'delete'}>
      <ActionForm intent="delete" label="Delete permanently" busyLabel="Deleting…" danger failure={refused}>
        <p className="text-small text-ink-soft">
          Deletes the message with your replies and its file. You can’t undo this.
        </p>
        <div className="w-full">
          <TextField
            label={`Type “${name}” to confirm`}
            name="name"
            autoComplete="off"
            error={getFieldError(refused, 'delete', 'name')}
          />
        </div>
      </ActionForm>
    </Disclosure>
  );
}
