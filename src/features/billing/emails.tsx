import type { ReactNode } from 'react';
import type { EmailTemplateRenderers } from '#shared/emails.ts';
import { formatPlainDate } from '#shared/time.ts';
import { EmailButton, EmailHeading, EmailNote, EmailText, MailZone } from '#ui/email/EmailComponents.tsx';

/** Common props of the document emails. */
interface DocumentMail {
  name: string;
  number: string;
  /** Formatted with its currency. */
  amount: string;
  url: string;
  hasAttachment: boolean;
  /** When it was settled, if before the email was sent. */
  paidOn: string | null;
  /** Zero, formatted with the currency. */
  nothing: string;
}

/** Props of the document emails. `about` is the title of the referenced document; dates are ISO 8601. */
interface BillingMails {
  /** `kind` is the document's title, `subject` what is paid for. */
  document_issued: DocumentMail & { kind: string; subject: string; dueOn: string };
  late_fee_issued: DocumentMail & { relatedTitle: string; dueOn: string };
  /** `isSettled`: nothing is owed on the referenced document any more. */
  credit_note_issued: DocumentMail & { relatedTitle: string; isSettled: boolean };
  receipt_issued: DocumentMail & { relatedTitle: string; isSettled: boolean };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends BillingMails {}
}

/** Shows when the amount is due, or that the invoice was settled. */
function Due({ paidOn, dueOn, nothing }: Pick<DocumentMail, 'paidOn' | 'nothing'> & { dueOn: string }) {
  return paidOn === null ? (
    <>
      It is due on <strong>{formatPlainDate(dueOn)}</strong>.
    </>
  ) : (
    <>
      <strong>Paid</strong> on {formatPlainDate(paidOn)}. Amount due: {nothing}.
    </>
  );
}

interface MailBodyProps {
  title: string;
  mail: Pick<DocumentMail, 'name' | 'number' | 'url' | 'hasAttachment'>;
  buttonLabel: string;
  /** Set if the email has dates (IANA name). */
  timeZone?: string;
  children: ReactNode;
}

/** Body of an email with a document: the greeting, its texts, the document's permanent link and its PDF. */
function MailBody({ title, mail, buttonLabel, timeZone, children }: MailBodyProps) {
  const { name, number, url, hasAttachment } = mail;
  return (
    <>
      <EmailHeading>
        {title} {number}
      </EmailHeading>
      <EmailText>Hello {name},</EmailText>
      {children}
      <EmailButton href={url} label={buttonLabel} />
      <EmailNote>
        {hasAttachment ? 'The PDF goes with this mail. ' : 'The PDF is at that address. '}
        Whoever has the address can read the document, so pass it on only to those who should.
      </EmailNote>
      {timeZone && <MailZone timeZone={timeZone} />}
    </>
  );
}

export const billingEmails: EmailTemplateRenderers<keyof BillingMails, ReactNode> = {
  document_issued: ({ kind, subject, amount, dueOn, paidOn, nothing, ...mail }, site) => ({
    subject: `${kind} ${mail.number} from ${site.name}`,
    preheader: `${amount}, ${paidOn === null ? 'due' : 'paid'} on ${formatPlainDate(paidOn ?? dueOn)}.`,
    body: (
      <MailBody
        title={kind}
        mail={mail}
        buttonLabel={paidOn === null ? 'View and pay invoice' : 'View invoice'}
        timeZone={site.timeZone}
      >
        <EmailText>
          here is your invoice{subject && ` for “${subject}”`} over <strong>{amount}</strong>.{' '}
          <Due paidOn={paidOn} dueOn={dueOn} nothing={nothing} />
        </EmailText>
      </MailBody>
    ),
  }),

  late_fee_issued: ({ relatedTitle, amount, dueOn, ...mail }, site) => ({
    subject: `Late fee invoice ${mail.number} from ${site.name}`,
    preheader: `${amount} on ${relatedTitle}, due on ${formatPlainDate(dueOn)}.`,
    body: (
      <MailBody title="Late fee invoice" mail={mail} buttonLabel="See and pay it" timeZone={site.timeZone}>
        <EmailText>
          {relatedTitle} is not paid yet, so a late fee of <strong>{amount}</strong> is added, as payment term 6 says.
          It is charged once, and is due on <strong>{formatPlainDate(dueOn)}</strong>.
        </EmailText>
      </MailBody>
    ),
  }),

  credit_note_issued: ({ relatedTitle, amount, ...mail }, site) => ({
    subject: `Credit note ${mail.number} from ${site.name}`,
    preheader: `${amount} less on ${relatedTitle}.`,
    body: (
      <MailBody title="Credit note" mail={mail} buttonLabel="See the credit note">
        <EmailText>
          this takes <strong>{amount}</strong> off {relatedTitle}. You have nothing to do.
        </EmailText>
      </MailBody>
    ),
  }),

  receipt_issued: ({ relatedTitle, amount, isSettled, nothing, ...mail }, site) => ({
    subject: `Receipt ${mail.number} from ${site.name}`,
    preheader: `${amount} arrived for ${relatedTitle}.`,
    body: (
      <MailBody title="Receipt" mail={mail} buttonLabel="See the receipt">
        <EmailText>
          we received your payment of <strong>{amount}</strong> for {relatedTitle}. Thank you.
        </EmailText>
        {isSettled && (
          <EmailText>
            {relatedTitle}: <strong>Paid</strong>. Amount due: {nothing}.
          </EmailText>
        )}
      </MailBody>
    ),
  }),
};
