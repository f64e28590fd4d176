import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import type { EmailSummary } from '../contract.ts';

export const emailStateLabels: Readonly<Record<EmailSummary['state'], string>> = {
  queued: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
};

const stateTones: Readonly<Record<EmailSummary['state'], BadgeTone>> = {
  queued: 'active',
  sent: 'success',
  failed: 'danger',
};

export function EmailStatus({ mail }: { mail: Pick<EmailSummary, 'state' | 'attempts'> }) {
  return (
    <>
      <Badge tone={stateTones[mail.state]}>{emailStateLabels[mail.state]}</Badge>
      {mail.attempts > 1 && <span className="hint block">{mail.attempts} attempts</span>}
    </>
  );
}
