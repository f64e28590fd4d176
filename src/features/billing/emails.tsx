import type { ReactNode } from 'react';
import type { EmailSite, EmailTemplateRenderers } from '#shared/emails.ts';
import { formatPlainDate } from '#shared/time.ts';
import { composeEmail } from '#ui/email/compose-email.tsx';
import { composeTextEmail } from '#ui/email/compose-text-email.tsx';
import { EmailNote, EmailText, EmailTimeZone } from '#ui/email/EmailComponents.tsx';
import type { DocumentLanguage } from './contract/document-design.ts';
import type { FilledEmailText } from './rules/document-emails.ts';
import { fillText, getDocumentTexts } from './rules/document-texts/texts.ts';
import { formatDay, lowerTitle } from './rules/labels.ts';

/** Common props of the document emails. */
interface DocumentEmailProps {
  name: string;
  number: string;
  /** Formatted with its currency. */
  amount: string;
  url: string;
  hasAttachment: boolean;
  /** The date it was settled, if that was before the email was sent. */
  paidOn: string | null;
  /** Zero, formatted with the currency. */
  nothing: string;
  /** The owner's own text, or the text in another language. */
  custom?: FilledEmailText | undefined;
}

/** Props of the document emails. `about` is the title of the referenced document; dates are ISO 8601. */
interface BillingMails {
  /** `kind` is the document's title, `subject` the order's; a saved card is charged on `chargedOn`. */
  document_issued: DocumentEmailProps & { kind: string; subject: string; dueOn: string; chargedOn: string | null };
  late_fee_issued: DocumentEmailProps & { relatedTitle: string; dueOn: string };
  /** `isSettled`: the referenced document has no amount due; otherwise, `due` is the amount. */
  credit_note_issued: DocumentEmailProps & { relatedTitle: string; isSettled: boolean; due: string | null };
  receipt_issued: DocumentEmailProps & { relatedTitle: string; isSettled: boolean; due: string | null };
}

declare module '#shared/emails.ts' {
  interface EmailTemplates extends BillingMails {}
}

/** Shows when the amount is due, or that the invoice was settled. */
function Due({
  amount,
  paidOn,
  dueOn,
  nothing,
}: Pick<DocumentEmailProps, 'amount' | 'paidOn' | 'nothing'> & { dueOn: string }) {
  return (
    <>
      <strong>{amount}</strong> {paidOn === null ? 'is due' : 'was paid'} on{' '}
      <strong>{formatPlainDate(paidOn ?? dueOn)}</strong>.{paidOn !== null && ` Amount due: ${nothing}.`}
    </>
  );
}

interface DocumentParts {
  /** Title of the document, such as Invoice. */
  kind: string;
  preheader: string;
  text: ReactNode;
  button: string;
  /** Set if the email has dates (IANA name). */
  timeZone?: string;
}

/** Composes an email about a document, with its permanent link and a note on its PDF. */
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
          {mail.hasAttachment ? 'The PDF is attached.' : 'You can download the PDF from the link above.'} Anyone with
          the link can view this document, so share it carefully.
        </EmailNote>
        {timeZone && <EmailTimeZone timeZone={timeZone} />}
      </>
    ),
  });
}

interface CustomEmail extends Pick<DocumentEmailProps, 'url' | 'hasAttachment'> {
  readonly custom: FilledEmailText;
  readonly button: 'viewAndPay' | 'view';
  readonly paidOn?: string | null;
  readonly chargedOn?: string | null;
  /** The amount still due on the invoice of a receipt or credit note; null if there is none. */
  readonly due?: string | null;
}

/** Composes an email about a document with an edited or translated text. */
function composeCustomEmail({
  custom,
  url,
  button,
  paidOn = null,
  chargedOn = null,
  due = null,
  hasAttachment,
}: CustomEmail) {
  const { subject, body, language, labels } = custom;
  const status = [
    paidOn !== null && fillText(labels.paidOn, { date: formatDay(paidOn, language) }),
    chargedOn !== null && formatCharge(chargedOn, language),
    due !== null && fillText(labels.stillDue, { amount: due }),
  ].filter(Boolean);
  return composeTextEmail(url, {
    language,
    subject,
    body: [body, ...status].join('\n\n'),
    button: labels[button],
    linkIntro: labels.openLink,
    note: `${labels[hasAttachment ? 'attached' : 'download']} ${labels.shareCarefully}`,
  });
}

/** Announces the automatic charge of an invoice. */
const formatCharge = (day: string, language: DocumentLanguage) =>
  fillText(getDocumentTexts(language).chargedOn, { date: formatDay(day, language) });

export const billingEmails: EmailTemplateRenderers<keyof BillingMails, ReactNode> = {
  document_issued: ({ kind, subject, amount, dueOn, paidOn, chargedOn, nothing, custom, ...mail }, site) => {
    const isToPay = paidOn === null && chargedOn === null;
    if (custom)
      return composeCustomEmail({ ...mail, custom, paidOn, chargedOn, button: isToPay ? 'viewAndPay' : 'view' });
    return composeDocumentEmail(mail, site, {
      kind,
      preheader: `${amount} ${paidOn === null ? 'is due' : 'was paid'} on ${formatPlainDate(paidOn ?? dueOn)}.`,
      text: (
        <>
          <EmailText>
            Here’s your invoice{subject && ` for “${subject}”`}.{' '}
            <Due amount={amount} paidOn={paidOn} dueOn={dueOn} nothing={nothing} />
          </EmailText>
          {chargedOn !== null && <EmailText>{formatCharge(chargedOn, 'en')}</EmailText>}
        </>
      ),
      button: isToPay ? 'View and pay invoice' : 'View invoice',
      timeZone: site.timeZone,
    });
  },

  late_fee_issued: ({ relatedTitle, amount, dueOn, custom, ...mail }, site) => {
    if (custom) return composeCustomEmail({ ...mail, custom, button: 'viewAndPay' });
    return composeDocumentEmail(mail, site, {
      kind: 'Late fee invoice',
      preheader: `${amount} for ${lowerTitle(relatedTitle)} is due on ${formatPlainDate(dueOn)}.`,
      text: (
        <EmailText>
          {relatedTitle} is overdue, so a one-time late fee of <strong>{amount}</strong> applies (payment term 6). It’s
          due on <strong>{formatPlainDate(dueOn)}</strong>.
        </EmailText>
      ),
      button: 'View and pay invoice',
      timeZone: site.timeZone,
    });
  },

  credit_note_issued: ({ relatedTitle, amount, due, custom, ...mail }, site) => {
    if (custom) return composeCustomEmail({ ...mail, custom, due, button: 'view' });
    return composeDocumentEmail(mail, site, {
      kind: 'Credit note',
      preheader: `${amount} was credited to ${lowerTitle(relatedTitle)}.`,
      text: (
        <EmailText>
          This credit note reduces {lowerTitle(relatedTitle)} by <strong>{amount}</strong>.{' '}
          {due ? `${due} is still due.` : 'You don’t need to do anything.'}
        </EmailText>
      ),
      button: 'View credit note',
    });
  },

  receipt_issued: ({ relatedTitle, amount, isSettled, due, nothing, custom, ...mail }, site) => {
    if (custom) return composeCustomEmail({ ...mail, custom, due, button: 'view' });
    return composeDocumentEmail(mail, site, {
      kind: 'Receipt',
      preheader: `We received ${amount} for ${lowerTitle(relatedTitle)}.`,
      text: (
        <>
          <EmailText>
            Thank you for your payment of <strong>{amount}</strong> for {lowerTitle(relatedTitle)}.
          </EmailText>
          {due && <EmailText>{due} is still due.</EmailText>}
          {isSettled && (
            <EmailText>
              {relatedTitle} is now <strong>paid in full</strong>. Amount due: {nothing}.
            </EmailText>
          )}
        </>
      ),
      button: 'View receipt',
    });
  },
};
