import { getTimeZone } from '#features/site/index.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { dayOf, maxDate } from '#shared/dates.ts';
import { AppError } from '#shared/errors.ts';
import type { MinorUnits } from '#shared/money.ts';
import { subtractAmounts, sumAmounts, ZERO } from '#shared/money-arithmetic.ts';
import type { DocumentLanguage } from '../contract/document-design.ts';
import type { BillingDocument } from '../contract/documents.ts';
import { TAKA } from '../contract/tax-rate.ts';
import { creditLinesOf, creditOf, uncreditedOf } from '../rules/credit-notes.ts';
import {
  isPayable,
  finalizeDocument,
  isEmailed,
  numberOf,
  seriesOf,
  type UnissuedDocument,
} from '../rules/documents.ts';
import { rateOfCurrency } from '../rules/exchange.ts';
import { fillText } from '../rules/document-texts/texts.ts';
import { formatDay, languageOf, nameDocument, textsOf } from '../rules/labels.ts';
import { takesTakaOnly, listPaymentOptions, formatMethod } from '../rules/payment-instructions.ts';
import { sendDocumentQueue } from '../rules/queues.ts';
import { buildDocumentUrl } from './document-urls.ts';
import { findDocumentDesign } from './document-design.ts';
import { getIssuer, translateDraft } from './issuer.ts';
import { requireSelling } from './selling.ts';
import {
  type BillingDocumentRow,
  findBillingDocument,
  findLastDayLocked,
  findReceiptByPayment,
  listCreditNotes,
  insertBillingDocument,
  takeNextDocumentNumber,
} from '../queries/documents.ts';
import { getAmountCredited, insertLedgerEntry } from '../queries/ledger.ts';
import { getBillingSettingsRow } from '../queries/settings.ts';

export interface IssueContext extends IssueServices {
  readonly now: Temporal.Instant;
  /** The owner's time zone (IANA name), which determines the year of the number. */
  readonly timeZone: string;
}

export type IssueServices = Pick<ApiServices, 'jobs' | 'encryption' | 'siteUrl' | 'renderEmail'>;

/** Returns the context to issue documents now, in the owner's time zone. */
export async function createIssueContext(
  db: Db,
  { jobs, encryption, siteUrl, renderEmail, now }: IssueServices & Pick<ApiServices, 'now'>,
): Promise<IssueContext> {
  return { jobs, encryption, siteUrl, renderEmail, now: now(), timeZone: await getTimeZone(db) };
}

/**
 * Issues a document under the next number of its series and year, and adds its ledger entry (term 5). `referenceId` is
 * the document it corrects, is a late fee for, or was paid for. The PDF and the email follow after the commit. Throws a
 * ZodError if a field required for its kind is missing, and CONFLICT if a credit note exceeds the document it corrects.
 */
export async function issueDocument(
  tx: Transaction,
  issuing: IssueContext,
  draft: Omit<UnissuedDocument, 'paymentUrl'>,
  about: {
    readonly orderId: number | null;
    readonly bookingId?: number | null;
    readonly referenceId?: number;
    readonly paymentId?: number;
    /** Whether it isn't emailed to the client. */
    readonly isSilent?: boolean;
  },
): Promise<BillingDocumentRow> {
  const { now, timeZone } = issuing;
  // Receipts and credit notes for earlier sales must stay possible.
  if (isPayable(draft.kind)) await requireSelling(tx, issuing);
  const today = dayOf(now, timeZone);
  const series = seriesOf(draft.kind);
  const last = await findLastDayLocked(tx, series);
  // Never earlier than the last document of the series, even if the clock was set back; the due date moves along.
  const issuedOn = last === null ? today : maxDate(today, Temporal.PlainDate.from(last));
  const dueOn = draft.dueOn && Temporal.PlainDate.from(draft.dueOn).add(today.until(issuedOn)).toString();
  const sequence = await takeNextDocumentNumber(tx, series, issuedOn.year);
  const number = numberOf(series, issuedOn.year, sequence);
  const paymentUrl = isPayable(draft.kind) ? buildDocumentUrl(issuing, number) : null;
  const content = await addPaymentOptions(
    tx,
    finalizeDocument({
      ...translateDraft(draft),
      number,
      issuedOn: issuedOn.toString(),
      timeZone,
      dueOn,
      paymentUrl,
      ...(await findDocumentDesign(tx)),
    }),
  );
  const postedAt = toDate(now);
  const document = await insertBillingDocument(tx, {
    series,
    year: issuedOn.year,
    sequence,
    number,
    orderId: about.orderId,
    bookingId: about.bookingId ?? null,
    kind: content.kind,
    content,
    currency: content.currency,
    total: content.total,
    issuedOn: content.issuedOn,
    dueOn: content.dueOn,
    relatedDocumentId: about.referenceId ?? null,
    paymentId: about.paymentId ?? null,
    issuedAt: postedAt,
  });
  if (isPayable(content.kind)) {
    await insertLedgerEntry(tx, { billingDocumentId: document.id, kind: 'invoiced', amount: content.total, postedAt });
  }
  if (content.kind === 'credit_note' && about.referenceId !== undefined) {
    await credit(tx, document, about.referenceId, postedAt);
  }
  if (isEmailed(content.kind) && !about.isSilent)
    await issuing.jobs.enqueue(tx, sendDocumentQueue, { number }, { key: number });
  return document;
}

/** Adds the owner's bank account, and the amount in BDT to bKash and Nagad; without a current rate, omits these two. */
async function addPaymentOptions(tx: Transaction, content: BillingDocument): Promise<BillingDocument> {
  const { paymentInstructions, amountDue: minor, currency } = content;
  if (paymentInstructions.length === 0) return content;
  const { iban, bic, exchangeRates } = await getBillingSettingsRow(tx);
  const account = iban === null ? {} : { bankAccount: { iban, bic } };
  if (currency === TAKA || !paymentInstructions.some(({ method }) => takesTakaOnly(method)))
    return { ...content, ...account };
  const exchange = rateOfCurrency(exchangeRates, currency);
  const options = listPaymentOptions(paymentInstructions, { minor, currency }, exchange, languageOf(content));
  return { ...content, ...account, paymentInstructions: options, ...(exchange ? { exchange } : {}) };
}

/** Locked by the document number, so concurrent credit notes can't exceed the invoice, or credit a line twice. */
async function credit(tx: Transaction, note: BillingDocumentRow, referenceId: number, postedAt: Date): Promise<void> {
  const corrected = await findBillingDocument(tx, referenceId);
  if (!corrected || corrected.currency !== note.currency || !isPayable(corrected.kind)) {
    throw new AppError('CONFLICT', 'You can only credit an invoice, and only in its own currency.');
  }
  await insertLedgerEntry(tx, {
    billingDocumentId: referenceId,
    kind: 'credited',
    amount: note.total,
    creditNoteId: note.id,
    postedAt,
  });
  if (sumAmounts([corrected.total, await getAmountCredited(tx, referenceId)]) < 0) {
    throw new AppError('CONFLICT', `You can’t credit more than the total of invoice ${corrected.number}.`);
  }
  const lines = (await listCreditNotes(tx, referenceId)).flatMap(({ reference }) => reference?.lines ?? []);
  if (new Set(lines).size < lines.length)
    throw new AppError('CONFLICT', 'Some of these lines are already credited. Reload to see the latest version.');
}

/**
 * Issues a credit note for `amount` of an invoice including its tax, in minor units, or for the lines with these
 * indexes, which add up to it; `reason` is shown to the client. Throws CONFLICT if it exceeds the uncredited rest of
 * the invoice.
 */
export async function issueCreditNote(
  tx: Transaction,
  issuing: IssueContext,
  {
    invoice,
    amount,
    reason,
    lines,
  }: { invoice: BillingDocumentRow; amount: MinorUnits; reason: string; lines?: readonly number[] | undefined },
): Promise<BillingDocumentRow> {
  const { id: referenceId, orderId, bookingId, content } = invoice;
  const left = uncreditedOf(content, await listCreditNotes(tx, referenceId));
  // The rest of an invoice is credited as an amount, so no cent of rounding is left.
  const isPart = lines !== undefined && amount < left.total;
  const note = isPart ? creditLinesOf(content, lines, reason, left) : creditOf(content, amount, reason, left);
  return issueDocument(tx, issuing, note, { orderId, bookingId, referenceId });
}

/** A payment received for an invoice. */
export interface ReceivedPayment {
  readonly invoiceId: number;
  /** If set, the payment gets only one receipt, however often it is requested. */
  readonly paymentId?: number;
  /** In minor units of the invoice's currency. */
  readonly amount: MinorUnits;
  /** Payment method as clients know it, such as "Bank transfer". */
  readonly method: string;
  /** Reference of the provider, or of the client's bank or wallet. */
  readonly reference: string | null;
  /** Formats the amount if it was sent in another currency. */
  readonly formatSent?: (language: DocumentLanguage) => string;
  /** The day it arrived, if that was earlier. */
  readonly receivedOn?: string;
  /** Whether the receipt isn't emailed to the client. */
  readonly isSilent?: boolean;
}

/**
 * Issues the receipt for a payment and emails it; returns the existing one if it was issued before. Throws NOT_FOUND
 * for an unknown invoice, and CONFLICT for an invalid amount.
 */
export async function issueReceipt(
  tx: Transaction,
  issuing: IssueContext,
  received: ReceivedPayment,
): Promise<BillingDocumentRow> {
  const invoice = await findBillingDocument(tx, received.invoiceId);
  if (!invoice || !isPayable(invoice.kind)) throw new AppError('NOT_FOUND', 'This invoice doesn’t exist.');
  if (received.amount <= 0) throw new AppError('CONFLICT', 'The amount of a receipt must be above zero.');
  const { paymentId, isSilent = false } = received;
  const existing = paymentId === undefined ? null : await findReceiptByPayment(tx, paymentId);
  if (existing) return existing;
  const { issuer } = await getIssuer(tx);
  return issueDocument(tx, issuing, buildReceipt(invoice.content, received, issuer), {
    orderId: invoice.orderId,
    bookingId: invoice.bookingId,
    referenceId: invoice.id,
    isSilent,
    ...(paymentId === undefined ? {} : { paymentId }),
  });
}

/** Issues the document that cancels the receipt of a payment, without emailing it. */
export async function cancelReceipt(
  tx: Transaction,
  issuing: IssueContext,
  { paymentId, reason }: { readonly paymentId: number; readonly reason: string },
): Promise<void> {
  const receipt = await findReceiptByPayment(tx, paymentId);
  if (!receipt) return;
  const { content, orderId, bookingId, relatedDocumentId } = receipt;
  const amount = subtractAmounts(ZERO, content.amountPaid);
  const title = nameDocument(content, languageOf(content));
  const description = fillText(textsOf(content).lines.cancels, { title });
  const { issuer } = await getIssuer(tx);
  const lineItems = [{ description, detail: reason, quantity: 1, unitAmount: amount, term: null }];
  const draft = { ...pickReceiptFields(content), issuer, lineItems, amountPaid: amount };
  const related = relatedDocumentId === null ? {} : { referenceId: relatedDocumentId };
  await issueDocument(tx, issuing, draft, { orderId, bookingId, ...related, isSilent: true });
}

const pickReceiptFields = ({ client, order, tax, currency, reference }: BillingDocument) => ({
  kind: 'receipt' as const,
  dueOn: null,
  client,
  order,
  taxBehavior: 'inclusive' as const,
  tax: { name: tax.name, basisPoints: 0 },
  currency,
  reference,
  paymentInstructions: [],
  terms: [],
});

/** Returns an unissued receipt for a payment of an invoice. The tax stays on the invoice and is not repeated. */
function buildReceipt(
  invoice: BillingDocument,
  { amount, method, reference, formatSent, receivedOn }: ReceivedPayment,
  issuer: UnissuedDocument['issuer'],
): Omit<UnissuedDocument, 'paymentUrl'> {
  const { kind, number, issuedOn, client } = invoice;
  const [language, texts] = [languageOf({ client }), textsOf({ client })];
  const paidBy = formatMethod(method, language);
  const parts = [
    receivedOn === undefined
      ? paidBy
      : fillText(texts.methodOn, { method: paidBy, date: formatDay(receivedOn, language) }),
    reference !== null && fillText(texts.paymentReference, { reference }),
    formatSent !== undefined && fillText(texts.sentAs, { amount: formatSent(language) }),
  ];
  const detail = parts.filter(Boolean).join(', ');
  const description = fillText(texts.payment, { title: nameDocument({ kind, number }, language) });
  return {
    ...pickReceiptFields(invoice),
    issuer,
    lineItems: [{ description, detail, quantity: 1, unitAmount: amount, term: null }],
    amountPaid: amount,
    reference: { kind, number, issuedOn },
  };
}
