import { use } from 'react';
import { formatMoment } from '#shared/time.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import type { Mail, MailLine } from '../contract.ts';

const states: Readonly<Record<MailLine['state'], string>> = {
  waiting: 'Not delivered yet',
  sent: 'Delivered',
  failed: 'Not delivered',
};

/** To whom a mail goes, when it was written, and what became of it. */
export function MailFacts({ mail }: { mail: MailLine & Partial<Pick<Mail, 'replyTo'>> }) {
  const { timeZone } = use(siteMetaContext);
  return (
    <p className="mt-2 meta [overflow-wrap:anywhere]">
      To {mail.to.name} &lt;{mail.to.address}&gt; ·{' '}
      {mail.replyTo && `Answers to ${mail.replyTo.name} <${mail.replyTo.address}> · `}
      <time dateTime={mail.createdAt}>{formatMoment(mail.createdAt, timeZone)}</time> · {states[mail.state]}
      {mail.tries > 0 && ` · ${mail.tries === 1 ? '1 try' : `${mail.tries} tries`}`}
      {mail.lastError && <span className="text-danger"> · {mail.lastError}</span>}
    </p>
  );
}
