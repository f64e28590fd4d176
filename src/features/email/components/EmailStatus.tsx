import type { EmailSummary } from '../contract.ts';

export const emailStateLabels: Readonly<Record<EmailSummary['state'], string>> = {
  queued: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
};

export function EmailStatus({ mail }: { mail: Pick<EmailSummary, 'state' | 'attempts'> }) {
  return (
    <>
      <span className={mail.state === 'failed' ? 'text-danger' : ''}>{emailStateLabels[mail.state]}</span>
      {mail.attempts > 1 && <span className="meta block">{mail.attempts} attempts</span>}
    </>
  );
}
