import type { ReactNode } from 'react';
import type { EmailSite, EmailTemplateRenderers } from '#shared/emails.ts';
import { formatPlainDate } from '#shared/time.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { EmailNote, EmailText, EmailTimeZone } from '#ui/email/EmailComponents.tsx';

/** Common props of the document emails. */
interface DocumentEmailProps {
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
  document_issued: DocumentEmailProps & { kind: string; subject: string; dueOn: string };
  late_fee_issued: DocumentEmailProps & { relatedTitle: string; dueOn: string };
  /** `isSettled`: nothing is owed on the referenced document any more. */
  credit_note_issued: DocumentEmailProps & { relatedTitle: string; isSettled: boolean };
  receipt_issued: DocumentEmailProps & { relatedTitle: string; isSettled: boolean };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends BillingMails {}
}

/** Shows when the amount is due, or that the invoice was settled. */
function Due({ paidOn, dueOn, nothing }: Pick<DocumentEmailProps, 'paidOn' | 'nothing'> & { dueOn: string }) {
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

interface DocumentParts {
  /** What the document is called. */
  kind: string;
  preheader: string;
  text: ReactNode;
  button: string;
  /** Set if the email has dates (IANA name). */
  timeZone?: string;
}

/** Returns an email with a document: its texts, the document's permanent link and its PDF. */
function composeDocumentEmail(
  mail: Pick<DocumentEmailProps, 'name' | 'number' | 'url' | 'hasAttachment'>,
  site: EmailSite,
  { kind, timeZone, ...parts }: DocumentParts,
) {
  return composeEmail(mail, {
    ...parts,
    subject: `${kind} ${mail.number} from ${site.name}`,
    heading: `${kind} ${mail.number}`,
    note: (
      <>
        <EmailNote>
          {mail.hasAttachment ? 'The PDF goes with this mail. ' : 'The PDF is at that address. '}
          Whoever has the address can read the document, so pass it on only to those who should.
        </EmailNote>
        {timeZone && <EmailTimeZone timeZone={timeZone} />}
      </>
    ),
  });
}

export const billingEmails: EmailTemplateRenderers<keyof BillingMails, ReactNode> = {
  document_issued: ({ kind, subject, amount, dueOn, paidOn, nothing, ...mail }, site) =>
    composeDocumentEmail(mail, site, {
      kind,
      preheader: `${amount}, ${paidOn === null ? 'due' : 'paid'} on ${formatPlainDate(paidOn ?? dueOn)}.`,
      text: (
        <EmailText>
          here is your invoice{subject && ` for “${subject}”`} over <strong>{amount}</strong>.{' '}
          <Due paidOn={paidOn} dueOn={dueOn} nothing={nothing} />
        </EmailText>
      ),
      button: paidOn === null ? 'View and pay invoice' : 'View invoice',
      timeZone: site.timeZone,
    }),

  late_fee_issued: ({ relatedTitle, amount, dueOn, ...mail }, site) =>
    composeDocumentEmail(mail, site, {
      kind: 'Late fee invoice',
      preheader: `${amount} on ${relatedTitle}, due on ${formatPlainDate(dueOn)}.`,
      text: (
        <EmailText>
          {relatedTitle} is not paid yet, so a late fee of <strong>{amount}</strong> is added, as payment term 6 says.
          It is charged once, and is due on <strong>{formatPlainDate(dueOn)}</strong>.
        </EmailText>
      ),
      button: 'See and pay it',
      timeZone: site.timeZone,
    }),

  credit_note_issued: ({ relatedTitle, amount, ...mail }, site) =>
    composeDocumentEmail(mail, site, {
      kind: 'Credit note',
      preheader: `${amount} less on ${relatedTitle}.`,
      text: (
        <EmailText>
          this takes <strong>{amount}</strong> off {relatedTitle}. You have nothing to do.
        </EmailText>
      ),
      button: 'See the credit note',
    }),

  receipt_issued: ({ relatedTitle, amount, isSettled, nothing, ...mail }, site) =>
    composeDocumentEmail(mail, site, {
      kind: 'Receipt',
      preheader: `${amount} arrived for ${relatedTitle}.`,
      text: (
        <>
          <EmailText>
            we received your payment of <strong>{amount}</strong> for {relatedTitle}. Thank you.
          </EmailText>
          {isSettled && (
            <EmailText>
              {relatedTitle}: <strong>Paid</strong>. Amount due: {nothing}.
            </EmailText>
          )}
        </>
      ),
      button: 'See the receipt',
    }),
};
