import Paperclip from 'lucide-react/icons/paperclip';
import Send from 'lucide-react/icons/send';
import type { ReactNode } from 'react';
import { useLoaderData, useNavigation } from 'react-router';
import { formatBytes } from '#features/media/browser.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { buildAttachmentPath, dashboardPaths } from '#shared/dashboard-paths.ts';
import { PostForm } from '#ui/PostForm.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { DateTime } from '#ui/DateTime.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { toast } from '#ui/toast.ts';
import { DeliveryNotice } from '../components/DeliveryNotice.tsx';
import { EmailStatus } from '../components/EmailStatus.tsx';
import type { Email } from '../contract.ts';

export const loader = pageLoader(async ({ api, params }) => {
  const [{ html, ...mail }, delivery] = await Promise.all([
    api.email.get({ id: params.id ?? '' }),
    api.email.getDeliveryStatus(),
  ]);
  return { ...mail, delivery, hasHtml: html !== null };
});

export const action = pageAction(async ({ api, params }) => {
  await api.email.resend({ id: params.id ?? '' });
  toast.success('Email queued');
});

/** An email as its recipient sees it, for the owner, who can resend it. */
export function Component() {
  const mail = useLoaderData<typeof loader>();
  const failed = useRejectedForm()?.failed.message;
  const busy = useNavigation().formMethod !== undefined;
  return (
    <DashboardPage
      title={mail.subject}
      back={{ to: dashboardPaths.outbox, label: 'Email log' }}
      aside={
        !mail.isContentDeleted && (
          <PostForm>
            <button type="submit" className="button" aria-disabled={busy || undefined}>
              <Send className="size-4" aria-hidden="true" /> {busy ? 'Sending…' : 'Resend email'}
            </button>
          </PostForm>
        )
      }
    >
      <ErrorNotice className="mt-6" message={failed} />
      <DeliveryNotice delivery={mail.delivery} />
      <dl className="mt-8 grid gap-x-10 gap-y-5 border-y border-rule py-5 text-small sm:grid-cols-2 xl:grid-cols-4">
        <Fact label="To">
          {mail.to.name}
          <span className="meta block [overflow-wrap:anywhere]">{mail.to.email}</span>
        </Fact>
        {mail.replyTo && (
          <Fact label="Reply to">
            {mail.replyTo.name}
            <span className="meta block [overflow-wrap:anywhere]">{mail.replyTo.email}</span>
          </Fact>
        )}
        <Fact label="Status">
          <EmailStatus mail={mail} />
        </Fact>
        <Fact label="Created">
          <DateTime instant={mail.createdAt} />
        </Fact>
        <Fact label="Sent">{mail.sentAt ? <DateTime instant={mail.sentAt} /> : 'Not yet'}</Fact>
      </dl>
      {mail.lastError && (
        <p className="mt-5 text-small text-danger [overflow-wrap:anywhere]">Last error: {mail.lastError}</p>
      )}
      <Attachments mail={mail} />
      {mail.calendarInvite && <CalendarInvite calendar={mail.calendarInvite} />}
      {mail.hasHtml ? (
        <div className="mt-8 grid gap-10 xl:grid-cols-2">
          <section aria-labelledby="seen" className="min-w-0">
            <h2 id="seen" className="text-h4">
              Preview
            </h2>
            <iframe
              className="mt-3 h-[42rem] w-full border border-rule bg-[white]"
              title="Email preview"
              src={dashboardPaths.outboxEmailContent(mail.id)}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
            />
          </section>
          <section aria-labelledby="text" className="min-w-0">
            <h2 id="text" className="text-h4">
              Plain text
            </h2>
            <pre className="mt-3 border-t border-rule py-5 font-mono text-meta whitespace-pre-wrap [overflow-wrap:anywhere]">
              {mail.text}
            </pre>
          </section>
        </div>
      ) : (
        <p className="mt-8 max-w-[31em] text-small text-ink-soft">
          This email contained a code or link, so its content was deleted after it was sent or after a day. The
          recipient can request a new one.
        </p>
      )}
    </DashboardPage>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="hint">{label}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}

/** Attachments with download links. */
function Attachments({ mail: { id, attachments } }: { mail: Pick<Email, 'id' | 'attachments'> }) {
  if (attachments.length === 0) return null;
  return (
    <section className="mt-8" aria-labelledby="attachments">
      <h2 id="attachments" className="text-h4">
        Attachments
      </h2>
      <ul className="mt-2 grid">
        {attachments.map(({ name, sizeBytes }, index) => (
          <li key={name}>
            <a
              className="inline-flex min-h-11 items-center gap-2 text-small"
              href={buildAttachmentPath(dashboardPaths.outboxEmail(id), index)}
              download
            >
              <Paperclip className="size-4" aria-hidden="true" />
              <span className="link">{name}</span>
              <span className="meta">{formatBytes(sizeBytes)}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

function CalendarInvite({ calendar }: { calendar: NonNullable<Email['calendarInvite']> }) {
  return (
    <Disclosure
      label={calendar.method === 'CANCEL' ? 'Calendar event (canceled)' : 'Calendar event'}
      className="mt-8 border-y border-rule"
    >
      <pre className="font-mono text-meta whitespace-pre-wrap [overflow-wrap:anywhere]">{calendar.content}</pre>
    </Disclosure>
  );
}
