import {
  buildDocumentPath,
  createIssueContext,
  exceedsTaxOf,
  findBillingDocumentByNumber,
  isPayable,
  issueCreditNote,
  listCreditedLines,
  listCreditNotes,
  shareOfLines,
  uncreditedOf,
} from '#features/billing/index.ts';
import { parseAmount } from '#shared/parse-amount.ts';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { sumAmounts } from '#shared/money-arithmetic.ts';
import type { CreditForm } from '../contract/index.ts';

async function getInvoice(db: Db, number: string) {
  const invoice = await findBillingDocumentByNumber(db, number);
  if (!invoice || !isPayable(invoice.kind)) {
    const message = `There’s no invoice ${number}. Check the number.`;
    throw new AppError('NOT_FOUND', message, { number: message });
  }
  const notes = await listCreditNotes(db, invoice.id);
  const uncredited = uncreditedOf(invoice.content, notes);
  return { invoice, uncredited, left: uncredited.total, credited: listCreditedLines(notes) };
}

/** Returns the lines and the amount of an invoice that can still be credited. Throws NOT_FOUND. */
export async function getCreditForm(
  db: Db,
  services: Pick<ApiServices, 'encryption'>,
  { number }: { readonly number: string },
): Promise<CreditForm> {
  const { invoice, uncredited, left, credited } = await getInvoice(db, number);
  const { content, total, currency } = invoice;
  return {
    number: invoice.number,
    clientName: content.client.name,
    currency,
    path: buildDocumentPath(services, invoice.number),
    lines: shareOfLines(content).flatMap(({ gross: amount }, index) => {
      const line = content.lineItems[index];
      if (!line || amount === 0) return [];
      const isCredited = credited.has(index);
      const isCreditable = !isCredited && amount <= left && !exceedsTaxOf(content, [index], uncredited);
      return [{ index, description: line.description, amount, isCredited, isCreditable }];
    }),
    total,
    left,
  };
}

interface CreditInput {
  readonly number: string;
  readonly lines: readonly number[];
  readonly amount: string;
  readonly reason: string;
  readonly idempotencyKey?: string | undefined;
}

/**
 * Issues a credit note for lines or an amount of an invoice and queues its email, once per idempotency key. Throws
 * NOT_FOUND, and UNPROCESSABLE if nothing or more than the uncredited rest is chosen.
 */
export async function createCreditNote(tx: Transaction, context: ApiContext, input: CreditInput) {
  const { idempotencyKey: key, ...body } = input;
  return withIdempotencyKey(tx, context, { endpoint: 'invoicing.createCreditNote', key, body }, async () => {
    const { invoice, uncredited, left, credited } = await getInvoice(tx, input.number);
    const { content, currency } = invoice;
    const lines = [...new Set(input.lines)].filter(index => index in content.lineItems);
    const amount = lines.length > 0 ? sumLines(content, lines) : parseCredit(input.amount, currency);
    const field = lines.length > 0 ? 'lines' : 'amount';
    if (amount <= 0) throw refuse(field, 'Choose lines or enter an amount above 0.');
    if (amount > left) {
      const most = formatMoney({ minor: left, currency }, { exact: true });
      throw refuse(field, left > 0 ? `You can credit at most ${most}.` : 'This invoice is fully credited.');
    }
    if (lines.some(index => credited.has(index)) || exceedsTaxOf(content, lines, uncredited))
      throw refuse(field, 'Part of these lines was already credited. Enter an amount instead.');
    const picked = lines.length > 0 ? lines : undefined;
    const { reason } = input;
    const note = await issueCreditNote(tx, await createIssueContext(tx, context), {
      invoice,
      amount,
      reason,
      lines: picked,
    });
    return { number: note.number, path: buildDocumentPath(context, note.number) };
  });
}

const refuse = (field: string, message: string) => new AppError('UNPROCESSABLE', message, { [field]: message });

function sumLines(content: Parameters<typeof shareOfLines>[0], indexes: readonly number[]): MinorUnits {
  const shares = shareOfLines(content);
  return sumAmounts(indexes.flatMap(index => shares[index]?.gross ?? []));
}

function parseCredit(text: string, currency: string): MinorUnits {
  const parsed = parseAmount(text, currency);
  if ('error' in parsed) throw refuse('amount', text.trim() === '' ? 'Choose lines or enter an amount.' : parsed.error);
  return parsed.amount.minor;
}
