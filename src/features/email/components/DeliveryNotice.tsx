import { DateTime } from '#ui/DateTime.tsx';
import type { Delivery } from '../contract.ts';

/** Says why emails are not delivered, while they are not. */
export function DeliveryNotice({ delivery }: { delivery: Delivery }) {
  if (delivery.status === 'not_configured') {
    return (
      <p className="mt-6 max-w-[33em] border-l-2 border-accent pl-4 text-small">
        No mail server is set, so emails are only stored here. Set <code className="font-mono">SMTP_URL</code> and{' '}
        <code className="font-mono">MAIL_FROM</code>, then restart the site to send the waiting ones.
      </p>
    );
  }
  if (delivery.status !== 'failing') return null;
  return (
    <p className="mt-6 max-w-[33em] border-l-2 border-danger pl-4 text-small">
      The mail server has not accepted any email
      {delivery.failingSince && (
        <>
          {' '}
          since <DateTime instant={delivery.failingSince} />
        </>
      )}
      . Its last answer: <code className="font-mono">{delivery.lastError}</code>. Check{' '}
      <code className="font-mono">SMTP_URL</code> and the server. Waiting emails are retried for about 20 hours.
    </p>
  );
}
