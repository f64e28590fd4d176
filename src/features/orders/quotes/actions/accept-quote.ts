import type { IssueContext } from '#features/billing/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { toDate } from '#platform/database/dates.ts';
import { AppError } from '#shared/errors.ts';
import { listAgreements } from '../../lifecycle/queries/agreements.ts';
import {
  getOrderForUpdate,
  listContentItems,
  listOrderEvents,
  type OrderRow,
  updateOrder,
} from '../../lifecycle/queries/orders.ts';
import { findQuoteLines, listOptions } from '../rules/quote-lines.ts';
import { chooseOptions, formatQuoteAgreement } from '../rules/quotes.ts';
import { sha256Hex, createAgreement } from '../../lifecycle/actions/create-agreement.ts';
import type { OrderActor } from '../../lifecycle/actions/access.ts';
import { transitionOrder } from '../../lifecycle/actions/transition-order.ts';
import { assertQuoteNotExpired, writeQuote } from './send-quote.ts';

/** Returns the text that the client agrees to by accepting a quote with these options. Throws UNPROCESSABLE. */
async function getAgreementText(tx: Transaction, order: OrderRow, options: readonly number[]): Promise<string> {
  const quoteLines = findQuoteLines(order);
  const count = quoteLines ? listOptions(quoteLines).length : 0;
  if (options.some(index => index >= count)) {
    const message = 'The quote doesn’t have this option.';
    throw new AppError('UNPROCESSABLE', message, { options: message });
  }
  const labels = (await listContentItems(tx, order.id)).map(({ label }) => label);
  return formatQuoteAgreement({ ...order, ...chooseOptions(order, options) }, labels);
}

/** Makes the chosen options part of the order, which has no others from then on. */
async function applyOptions(tx: Transaction, order: OrderRow, options: readonly number[]): Promise<void> {
  if (!order.quoteLines) return;
  const { lineItems, total, tax } = chooseOptions(order, options);
  const agreed = lineItems.map(({ isOptional: _, ...line }) => line);
  await updateOrder(tx, order.id, { lineItems: agreed, total, tax, quoteLines: null });
}

/**
 * Accepts a quote with the chosen options for the client and issues the first invoice (terms 1 and 15). Idempotent.
 * Throws CONFLICT if the quote has expired or isn't the one that was read, and UNPROCESSABLE for an unknown option.
 */
export async function acceptQuote(
  tx: Transaction,
  issuing: IssueContext,
  acceptance: OrderActor & {
    readonly options: readonly number[];
    readonly agreementHash: string;
    readonly signature: string;
  },
  { client: { ip } }: Pick<ApiContext, 'client'>,
): Promise<void> {
  const { orderId, actorId, options, agreementHash, signature } = acceptance;
  const order = await getOrderForUpdate(tx, orderId);
  if (order.status !== 'quoted') {
    const agreements = await listAgreements(tx, orderId);
    if (agreements.some(({ source, textSha256 }) => source === 'signed' && textSha256 === agreementHash)) return;
  }
  assertQuoteNotExpired(order, issuing);
  const text = await getAgreementText(tx, order, order.status === 'quoted' ? options : []);
  if (order.status === 'quoted' && agreementHash !== sha256Hex(text)) {
    throw new AppError(
      'CONFLICT',
      order.quoteLines === null
        ? 'This quote has changed. Review the new version and try again.'
        : 'The options or the quote have changed. Check the new total, then accept again.',
    );
  }
  await applyOptions(tx, order, options);
  await transitionOrder(tx, issuing, { orderId, transition: 'accept_quote', actor: 'client', actorId });
  const agreedAt = toDate(issuing.now);
  await createAgreement(tx, issuing, order, { source: 'signed', text, signature, ip, agreedAt });
}

/**
 * Records an acceptance received by email, phone or paper (term 15); `confirmedAt` is in the owner's time zone. Throws
 * CONFLICT if there is no open quote, and UNPROCESSABLE if the message predates the quote or is in the future.
 */
export async function recordAgreement(tx: Transaction, issuing: IssueContext, request: Confirmation): Promise<void> {
  const events = await listOrderEvents(tx, request.orderId);
  const quoted = events.findLast(({ transition }) => transition === 'send_quote');
  await recordConfirmation(tx, issuing, request, quoted?.occurredAt);
}

type Confirmation = OrderActor &
  Readonly<Record<'message' | 'confirmedBy' | 'confirmedAt', string>> & { readonly options?: readonly number[] };

async function recordConfirmation(
  tx: Transaction,
  issuing: IssueContext,
  { orderId, actorId, message, confirmedBy, confirmedAt, options = [] }: Confirmation,
  quotedAt: Date | undefined,
): Promise<void> {
  const order = await getOrderForUpdate(tx, orderId);
  assertQuoteNotExpired(order, issuing);
  const text = await getAgreementText(tx, order, options);
  const agreedAt = parseTime(confirmedAt, issuing, quotedAt);
  await applyOptions(tx, order, options);
  const acceptance = { orderId, transition: 'accept_quote', actor: 'owner', actorId, reason: message } as const;
  await transitionOrder(tx, issuing, acceptance);
  const consent = { source: 'recorded', text, signature: confirmedBy, confirmationMessage: message, agreedAt } as const;
  await createAgreement(tx, issuing, order, consent);
}

/**
 * Quotes an order and notifies the client, or records that the client already agreed to it (term 15). Throws the errors
 * of {@link writeQuote} and {@link recordAgreement}.
 */
export async function sendQuote(
  tx: Transaction,
  issuing: IssueContext,
  request: Parameters<typeof writeQuote>[2],
): Promise<void> {
  const { orderId, actorId, quote } = request;
  await writeQuote(tx, issuing, request);
  if (!quote.agreement) return;
  try {
    await recordConfirmation(tx, issuing, { orderId, actorId, ...quote.agreement }, undefined);
  } catch (error) {
    if (!(error instanceof AppError) || !error.fields.confirmedAt) throw error;
    throw new AppError(error.code, error.message, { 'agreement.confirmedAt': error.fields.confirmedAt });
  }
}

/**
 * Parses the time of a message in the owner's time zone. It can't be before the quote (to the minute) or in the future.
 */
function parseTime(text: string, { now, timeZone }: IssueContext, quotedAt: Date | undefined): Date {
  const toError = (message: string) => new AppError('UNPROCESSABLE', message, { confirmedAt: message });
  let at: Date;
  try {
    at = toDate(Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone));
  } catch {
    throw toError('Enter a valid date and time.');
  }
  if (at.getTime() > now.epochMilliseconds) throw toError('Choose a time in the past.');
  if (quotedAt && at.getTime() + 60_000 <= quotedAt.getTime()) {
    throw toError('Choose a time after you sent the current quote.');
  }
  return at;
}
