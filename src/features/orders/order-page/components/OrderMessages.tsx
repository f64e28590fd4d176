import { SiteTime } from '#ui/DateTime.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { Order } from '../../lifecycle/contract/order.ts';
import { ActionForm, getFieldError, type FailedSubmission } from '#ui/ActionForm.tsx';

/** Renders the messages of both parties and a form to write one. */
export function OrderMessages({ order, refused }: { order: Order; refused: FailedSubmission | undefined }) {
  const { messages, party, asOf } = order;
  return (
    <>
      {messages.length === 0 && <p className="text-small text-ink-soft">Nothing was written yet.</p>}
      <ol className="grid gap-5">
        {messages.map((message, place) => (
          <li
            key={place}
            className={`max-w-[31em] border-l-2 pl-4 ${message.sender === party ? 'border-accent' : 'border-rule-strong'}`}
          >
            <p className="meta">
              {message.sender === party ? 'You' : message.senderName} · <SiteTime instant={message.sentAt} />
            </p>
            <p className="mt-1 whitespace-pre-wrap [overflow-wrap:anywhere]">{message.body}</p>
          </li>
        ))}
      </ol>
      {asOf === null && (
        // Remounts after sending, to clear the field.
        <ActionForm key={messages.length} intent="write" label="Send" failure={refused} className="mt-6">
          <div className="w-full">
            <TextArea
              label="Your message"
              name="body"
              rows={3}
              maxLength={5000}
              defaultValue={refused?.values.intent === 'write' ? refused.values.body : undefined}
              error={getFieldError(refused, 'write', 'body')}
              hint="It goes to the other side by mail, too."
            />
          </div>
        </ActionForm>
      )}
    </>
  );
}
