import type { MailLine } from '../contract.ts';

export const stateNames: Readonly<Record<MailLine['state'], string>> = {
  waiting: 'Waiting',
  sent: 'Delivered',
  failed: 'Failed',
};

/** What became of a mail. */
export function MailState({ mail }: { mail: Pick<MailLine, 'state' | 'tries'> }) {
  return (
    <>
      <span className={mail.state === 'failed' ? 'text-danger' : ''}>{stateNames[mail.state]}</span>
      {mail.tries > 1 && <span className="meta block">{mail.tries} tries</span>}
    </>
  );
}
