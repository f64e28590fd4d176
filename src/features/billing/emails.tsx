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
  if (paidOn === null) {
    return (
      <>
        It is due on <strong>{formatPlainDate(dueOn)}</strong>.
      </>
    );
  }
  return (
    <>
      <strong>Paid</strong> on {formatPlainDate(paidOn)}. Amount due: {nothing}.
    </>
  );
}

/** Note below the button: the document's permanent link and PDF. */
function Kept({ hasAttachment }: { hasAttachment: boolean }) {
  return (
    <EmailNote>
      {hasAttachment ? 'The PDF goes with this mail. ' : 'The PDF is at that address. '}
      Whoever has the address can read the document, so pass it on only to those who should.
    </EmailNote>
  );
}

export const billingEmails: EmailTemplateRenderers<keyof BillingMails, ReactNode> = {
  document_issued: ({ name, kind, number, subject, amount, dueOn, url, hasAttachment, paidOn, nothing }, site) => ({
    subject: `${kind} ${number} from ${site.name}`,
    preheader:
      paidOn === null
        ? `${amount}, due on ${formatPlainDate(dueOn)}.`
        : `${amount}, paid on ${formatPlainDate(paidOn)}.`,
    body: (
      <>
        <EmailHeading>
          {kind} {number}
        </EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          here is your invoice{subject && ` for “${subject}”`} over <strong>{amount}</strong>.{' '}
          <Due paidOn={paidOn} dueOn={dueOn} nothing={nothing} />
        </EmailText>
        <EmailButton href={url} label={paidOn === null ? 'View and pay invoice' : 'View invoice'} />
        <Kept hasAttachment={hasAttachment} />
        <MailZone timeZone={site.timeZone} />
      </>
    ),
  }),

  late_fee_issued: ({ name, number, relatedTitle, amount, dueOn, url, hasAttachment }, site) => ({
    subject: `Late fee invoice ${number} from ${site.name}`,
    preheader: `${amount} on ${relatedTitle}, due on ${formatPlainDate(dueOn)}.`,
    body: (
      <>
        <EmailHeading>Late fee invoice {number}</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          {relatedTitle} is not paid yet, so a late fee of <strong>{amount}</strong> is added, as payment term 6 says.
          It is charged once, and is due on <strong>{formatPlainDate(dueOn)}</strong>.
        </EmailText>
        <EmailButton href={url} label="See and pay it" />
        <Kept hasAttachment={hasAttachment} />
        <MailZone timeZone={site.timeZone} />
      </>
    ),
  }),

  credit_note_issued: ({ name, number, relatedTitle, amount, url, hasAttachment }, site) => ({
    subject: `Credit note ${number} from ${site.name}`,
    preheader: `${amount} less on ${relatedTitle}.`,
    body: (
      <>
        <EmailHeading>Credit note {number}</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          this takes <strong>{amount}</strong> off {relatedTitle}. You have nothing to do.
        </EmailText>
        <EmailButton href={url} label="See the credit note" />
        <Kept hasAttachment={hasAttachment} />
      </>
    ),
  }),

  receipt_issued: ({ name, number, relatedTitle, amount, url, hasAttachment, isSettled, nothing }, site) => ({
    subject: `Receipt ${number} from ${site.name}`,
    preheader: `${amount} arrived for ${relatedTitle}.`,
    body: (
      <>
        <EmailHeading>Receipt {number}</EmailHeading>
        <EmailText>Hello {name},</EmailText>
        <EmailText>
          we received your payment of <strong>{amount}</strong> for {relatedTitle}. Thank you.
        </EmailText>
        {isSettled && (
          <EmailText>
            {relatedTitle}: <strong>Paid</strong>. Amount due: {nothing}.
          </EmailText>
        )}
        <EmailButton href={url} label="See the receipt" />
        <Kept hasAttachment={hasAttachment} />
      </>
    ),
  }),
};
