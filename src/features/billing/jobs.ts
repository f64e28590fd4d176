import { getContactName } from '#features/clients/index.ts';
import {
  type EmailAttachment,
  type EmailServices,
  enqueueEmail,
  getEmailSite,
  getOwnerReplyTo,
} from '#features/email/index.ts';
import type { Job } from '#platform/jobs/jobs.ts';
import type { Log } from '#platform/log.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { toMinorUnits, ZERO } from '#shared/money-arithmetic.ts';
import { getFirstName } from '#shared/first-name.ts';
import { findAutomaticCharge } from './actions/automatic-charges.ts';
import { buildDocumentUrl } from './actions/document-urls.ts';
import { findFilledEmailText } from './actions/document-emails.ts';
import { buildEmailedEInvoice, storeXmlAttachment } from './actions/e-invoices.ts';
import { getDocumentFileKey, getDocumentPdf } from './actions/pdf-files.ts';
import { type BillingDocumentRow, findBillingDocumentByNumber, saveDocumentEmail } from './queries/documents.ts';
import { getAmountDue, getBalance } from './queries/ledger.ts';
import { type Settlement, settlementOf } from './rules/document-balance.ts';
import { isEmailed, isPayable } from './rules/documents.ts';
import { formatAmount, formatDay, formatDocumentTitle, getKindLabels, languageOf } from './rules/labels.ts';

/** Services of the billing jobs. */
export interface BillingJobServices
  extends EmailServices,
    Pick<ApiServices, 'db' | 'files' | 'dist' | 'encryption' | 'features'> {
  readonly log: Log;
}

/**
 * Renders a document and emails it to its client, once even if the job is repeated (term 5), or again on request.
 * Throws if the PDF fails and attempts remain; the last attempt sends the email without it, since it links to the
 * document.
 */
export async function sendDocument(
  services: BillingJobServices,
  { data, isLastAttempt }: Pick<Job<{ number: string; requestedAt?: string | undefined }>, 'data' | 'isLastAttempt'>,
): Promise<void> {
  const { db, log } = services;
  const document = await findBillingDocumentByNumber(db, data.number);
  if (!document) return;
  const { content } = document;
  const settlement = settlementOf(await getBalance(db, services, document));
  const { eInvoice, problem: eInvoiceProblem } = await buildEmailedEInvoice(db, content);
  const facturX = eInvoice?.format === 'factur_x' ? eInvoice.xml : undefined;
  // The data of a Factur-X invoice is as issued, so its pages are too.
  const printed = facturX === undefined ? settlement : null;
  const pdf = await getDocumentPdf(services, document, printed, facturX).catch((err: unknown) => {
    if (!isLastAttempt) throw err;
    log.warn({ err, document: data.number }, 'could not render the PDF of a document');
    return undefined;
  });
  const attachments: EmailAttachment[] = [];
  if (pdf) {
    const storageKey = getDocumentFileKey(document, printed, facturX);
    const name = `${formatDocumentTitle(content, languageOf(content))}.pdf`;
    attachments.push({ name, contentType: 'application/pdf', storageKey, sizeBytes: pdf.length });
  }
  if (eInvoice && facturX === undefined) attachments.push(await storeXmlAttachment(services, content, eInvoice.xml));
  const mail = {
    settlement,
    attachments,
    hasPdf: Boolean(pdf),
    eInvoiceProblem,
    requestedAt: data.requestedAt === undefined ? undefined : new Date(data.requestedAt),
  };
  await db.transaction(tx => emailDocument(tx, services, document, mail));
}

interface DocumentEmail {
  readonly settlement: Settlement | null;
  readonly attachments: EmailAttachment[];
  readonly hasPdf: boolean;
  /** Why it has no e-invoice, although the client gets one. */
  readonly eInvoiceProblem: string | null;
  /** When the owner asked to send it again. */
  readonly requestedAt: Date | undefined;
}

/**
 * Queues the email with a document and its files. Does nothing if it was queued before, if this kind is not emailed, or
 * if the client has no address.
 */
async function emailDocument(
  tx: Transaction,
  services: BillingJobServices,
  document: BillingDocumentRow,
  { settlement, attachments, hasPdf, eInvoiceProblem, requestedAt }: DocumentEmail,
): Promise<void> {
  const { content, number } = document;
  const { client, kind, reference, currency } = content;
  if (client.email === null || !isEmailed(kind)) return;
  const queuedAt = toDate(services.now());
  if (!(await saveDocumentEmail(tx, { billingDocumentId: document.id, queuedAt, eInvoiceProblem }, requestedAt)))
    return;
  const language = languageOf(content);
  const to = { name: client.name, email: client.email };
  const mail = { to, ...(await getOwnerReplyTo(tx)), attachments };
  // Credit notes are negative, which their title already says.
  const sum = toMinorUnits(Math.abs(kind === 'receipt' ? content.amountPaid : content.amountDue));
  const props = {
    name: getContactName(client),
    number,
    amount: formatAmount(sum, currency),
    url: buildDocumentUrl(services, number),
    hasAttachment: hasPdf,
    paidOn: settlement?.statusDate ?? null,
    nothing: formatAmount(ZERO, currency),
    custom: await findCustomText(tx, services, content, formatAmount(sum, currency, language)),
  };
  const relatedTitle = reference ? formatDocumentTitle(reference) : '';
  const dueOn = content.dueOn ?? content.issuedOn;
  if (kind === 'late_fee_invoice') {
    await enqueueEmail(tx, services, {
      ...mail,
      template: 'late_fee_issued',
      props: { ...props, relatedTitle, dueOn },
    });
  } else if (isPayable(kind)) {
    const invoiceProps = {
      ...props,
      kind: getKindLabels(kind).title,
      subject: content.order?.title ?? '',
      dueOn,
      chargedOn: await findAutomaticCharge(tx, services, document),
    };
    await enqueueEmail(tx, services, { ...mail, template: 'document_issued', props: invoiceProps });
  } else {
    const template = kind === 'receipt' ? 'receipt_issued' : 'credit_note_issued';
    const related = document.relatedDocumentId;
    const owed = related === null ? null : await getAmountDue(tx, related);
    const isSettled = owed !== null && owed <= 0;
    const due = owed === null || isSettled ? null : formatAmount(owed, currency, language);
    await enqueueEmail(tx, services, { ...mail, template, props: { ...props, relatedTitle, isSettled, due } });
  }
}

/** Returns the owner's text of the email with a document, or the text in the client's language; undefined for neither. */
async function findCustomText(
  tx: Transaction,
  { siteUrl }: Pick<BillingJobServices, 'siteUrl'>,
  document: BillingDocumentRow['content'],
  amount: string,
) {
  const { kind, number, client, order, lineItems, reference, dueOn, issuedOn } = document;
  const language = languageOf(document);
  const name = getContactName(client);
  const title = formatDocumentTitle(document, language);
  const emailKind =
    kind === 'receipt' || kind === 'credit_note' ? kind : kind === 'late_fee_invoice' ? 'late_fee' : 'invoice';
  return findFilledEmailText(
    tx,
    { kind: emailKind, language },
    {
      client_name: name,
      first_name: getFirstName(name),
      site_name: (await getEmailSite(tx, siteUrl)).name,
      // A manual invoice has no order.
      order_title: order?.title ?? (kind === 'invoice' ? lineItems[0]?.description : undefined) ?? title,
      document: title,
      invoice_number: number,
      receipt_number: number,
      credit_note_number: number,
      amount_due: amount,
      amount_paid: amount,
      amount_credited: amount,
      due_date: formatDay(dueOn ?? issuedOn, language),
      related_document: reference ? formatDocumentTitle(reference, language) : '',
    },
  );
}
