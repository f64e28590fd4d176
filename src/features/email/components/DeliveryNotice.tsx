import { DateTime } from '#ui/DateTime.tsx';
import type { Delivery } from '../contract.ts';

/** Explains why emails are not being sent; hidden while they are. */
export function DeliveryNotice({ delivery }: { delivery: Delivery }) {
  if (delivery.status === 'not_configured') {
    return (
      <p className="mt-6 max-w-[33em] border-l-2 border-accent pl-4 text-small">
        No mail server is set up, so emails only appear here. Set <code className="font-mono">SMTP_URL</code> and{' '}
        <code className="font-mono">MAIL_FROM</code>, then restart your site to send the waiting emails.
      </p>
    );
  }
  if (delivery.status !== 'failing') return null;
  return (
    <p className="mt-6 max-w-[33em] border-l-2 border-danger pl-4 text-small">
      The mail server hasn’t accepted any emails
      {delivery.failingSince && (
        <>
          {' '}
          since <DateTime instant={delivery.failingSince} />
        </>
      )}
      . Last error: <code className="font-mono">{delivery.lastError}</code>. Check{' '}
      <code className="font-mono">SMTP_URL</code> and the mail server. Waiting emails are retried for about 20 hours.
    </p>
  );
}
