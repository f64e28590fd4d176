import type { Issuing } from '#features/billing/actions/issue-document.ts';
import { typedAmount } from '#features/pricing/rules/parse-amount.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { decimalText, formatMoney, type MinorUnits, type Money } from '#shared/money.ts';
import { NOTHING } from '#shared/money-arithmetic.ts';
import { formatDay } from '#shared/time.ts';
import type { SellingFigures } from '#features/pricing/contract/payment-terms.ts';
import type { QuoteForm, WrittenQuote } from '../contract/quoting.ts';
import { listFiles } from '../queries/files.ts';
import { findOrderLocked, insertContentItems, listContentItems, listEvents, type OrderRow } from '../queries/orders.ts';
import { deleteContentItems, updateQuote } from '../queries/quotes.ts';
import { dayOf, daysBetween } from '../rules/calendar.ts';
import type { Selling } from '../rules/offers.ts';
import { allowsInstallments } from '../rules/prices.ts';
import { QUOTE_DAYS, quoteText, quoteTotals, readSignedAmount, wishedFeatures } from '../rules/quotes.ts';
import { isExpired } from '../rules/standing.ts';
import { moveOrder } from './moving.ts';
import { tellSide } from './notices.ts';
import { agreedTerms } from './ordering.ts';

/** For how many days a quote can be made to hold. */
const LONGEST_VALIDITY = 365;

/** What a quote for an order begins with: the one that waits for an answer, or else what was asked for. */
export async function readQuoteForm(db: Db, order: OrderRow, selling: Selling): Promise<QuoteForm> {
  const { figures, tax, today } = selling;
  const items = await listContentItems(db, order.id);
  const { currency, subject, wish, quoteUntil } = order;
  const isQuoted = order.state === 'quoted';
  const lines = order.lines.filter(({ term }) => term !== 16);
  return {
    title: order.title,
    lines:
      lines.length > 0 || !wish
        ? lines.map(({ description, amount }) => ({ description, amount: typed(amount, currency) }))
        : wishedFeatures(wish).map(description => ({ description, amount: '' })),
    urgent: order.isUrgent,
    deliveryDays: subject.deliveryDays || daysUntil(wish?.deadline ?? null, today),
    supportDays: subject.supportDays,
    contentItems: items.map(({ label }) => label),
    until: isQuoted && quoteUntil !== null ? quoteUntil : today.add({ days: QUOTE_DAYS }).toString(),
    installments: order.installments ?? 1,
    note: order.quoteNote,
    version: await countQuotes(db, order.id),
    currency,
    tax,
    depositPercent: figures.depositPercent,
    installmentsFrom: figures.installmentsFrom,
    urgentPercent: figures.urgentPercent,
    today: today.toString(),
  };
}

/** As somebody would type it, with a minus in front of what is given. */
function typed(minor: MinorUnits, currency: string): string {
  return minor < 0 ? decimalText({ minor, currency }) : typedAmount({ minor, currency });
}

function daysUntil(deadline: string | null, today: Temporal.PlainDate): number | null {
  return deadline === null ? null : Math.max(1, daysBetween(today, Temporal.PlainDate.from(deadline)));
}

async function countQuotes(db: Db, orderId: number): Promise<number> {
  return (await listEvents(db, orderId)).filter(({ move }) => move === 'quote').length;
}

/**
 * Quotes an order under the terms, the tax and the figures of this day, and tells the client; what was quoted before stays
 * in the log. Throws UNPROCESSABLE beside what is no amount or no day, and installments of too small a total, and CONFLICT where the order is not to be quoted.
 */
export async function writeQuote(
  tx: Transaction,
  issuing: Issuing,
  request: {
    readonly orderId: number;
    readonly ownerId: string | null;
    readonly quote: WrittenQuote;
    readonly selling: Selling;
  },
): Promise<void> {
  const { orderId, ownerId, quote, selling } = request;
  const order = await findOrderLocked(tx, orderId);
  if (!order) throw new AppError('NOT_FOUND', 'There is no such order.');
  refuseExpired(order, issuing);
  checkValidity(quote.until, selling.today);
  const chosen = readQuoteLines(quote.lines, order.currency);
  const { lines, total } = quoteTotals(chosen, quote.urgent, selling.tax, selling.figures);
  if (total <= 0) {
    const sentence = 'What the lines come to has to be more than nothing.';
    throw new AppError('UNPROCESSABLE', sentence, { 'lines.0.amount': sentence });
  }
  checkInstallments(quote.installments, { minor: total, currency: order.currency }, selling.figures);
  const contentItems = await replaceContentItems(tx, orderId, quote.contentItems);
  const { deliveryDays, supportDays } = quote;
  const quoted = {
    title: quote.title ?? order.title,
    lines: [...lines],
    tax: selling.tax,
    total,
    isUrgent: quote.urgent,
    subject: { ...order.subject, deliveryDays, supportDays },
    terms: agreedTerms(selling),
    quoteUntil: quote.until,
    installments: quote.installments === 1 ? null : quote.installments,
    quoteNote: quote.note,
    updatedAt: new Date(issuing.now.epochMilliseconds),
  };
  const version = (await countQuotes(tx, orderId)) + 1;
  const text = quoteText({ ...order, ...quoted }, contentItems);
  const details = { version, amount: total, text };
  await moveOrder(tx, issuing, { orderId, move: 'quote', actor: 'owner', actorId: ownerId, details });
  await updateQuote(tx, orderId, quoted);
  await tellQuoted(tx, issuing, { ...order, ...quoted, state: 'quoted' }, version);
}

/** Throws CONFLICT where a quote ran out, whether or not the site has said so yet. */
export function refuseExpired(order: OrderRow, { now, timeZone }: Pick<Issuing, 'now' | 'timeZone'>): void {
  const { state, quoteUntil } = order;
  const last = quoteUntil === null ? null : Temporal.PlainDate.from(quoteUntil);
  if (state !== 'expired' && !(state === 'quoted' && isExpired(dayOf(now, timeZone), { quoteUntil: last }))) return;
  throw new AppError(
    'CONFLICT',
    `This quote held until ${formatDay(quoteUntil ?? '')}. Ask again, and you get a new one at the prices of that day.`,
  );
}

function checkValidity(until: string, today: Temporal.PlainDate): void {
  const days = daysBetween(today, Temporal.PlainDate.from(until));
  if (days >= 0 && days <= LONGEST_VALIDITY) return;
  const sentence = days < 0 ? 'This day is over.' : `A quote holds for at most ${LONGEST_VALIDITY} days.`;
  throw new AppError('UNPROCESSABLE', sentence, { until: sentence });
}

function checkInstallments(count: number, total: Money, figures: SellingFigures): void {
  if (count === 1 || allowsInstallments(total, figures)) return;
  const least = formatMoney(figures.installmentsFrom);
  const sentence = `Installments are for totals from ${least} on (term 4).`;
  throw new AppError('UNPROCESSABLE', sentence, { installments: sentence });
}

/** The lines from how they are typed: a minus makes a discount. Throws UNPROCESSABLE beside each that is no amount. */
function readQuoteLines(
  lines: WrittenQuote['lines'],
  currency: string,
): { readonly description: string; readonly amount: MinorUnits }[] {
  const wrong: Record<string, string> = {};
  const read = lines.map(({ description, amount }, place) => {
    const result = readSignedAmount(amount, currency);
    if ('amount' in result) return { description, amount: result.amount };
    wrong[`lines.${place}.amount`] = result.wrong;
    return { description, amount: NOTHING };
  });
  const [sentence, ...others] = Object.values(wrong);
  if (sentence === undefined) return read;
  throw new AppError('UNPROCESSABLE', others.length > 0 ? 'Some amounts need another look.' : sentence, wrong);
}

/**
 * Makes an order's list of content that of a quote. What the client has sent already stays, with its place, whatever the
 * quote says; the labels as they are then, in their order.
 */
async function replaceContentItems(tx: Transaction, orderId: number, labels: readonly string[]): Promise<string[]> {
  const items = await listContentItems(tx, orderId);
  const sent = new Set((await listFiles(tx, orderId)).map(({ item }) => item));
  const kept = items.filter(({ position, suppliedAt }) => suppliedAt !== null || sent.has(position));
  const gone = items.filter(item => !kept.includes(item)).map(({ position }) => position);
  await deleteContentItems(tx, orderId, gone);
  const added = labels.filter(label => !kept.some(item => item.label === label));
  await insertContentItems(tx, orderId, added, Math.max(0, ...kept.map(({ position }) => position)));
  return [...kept.map(({ label }) => label), ...added];
}

function tellQuoted(tx: Transaction, issuing: Issuing, order: OrderRow, version: number): Promise<void> {
  const { id: number, title, total: minor, currency, quoteUntil, quoteNote: note } = order;
  const services = { ...issuing, now: () => issuing.now };
  return tellSide('client', tx, services, order, {
    template: 'orderQuoted',
    props: ({ name, link }) => ({
      name,
      link,
      number,
      title,
      total: formatMoney({ minor, currency }, { exact: true }),
      until: formatDay(quoteUntil ?? ''),
      note,
      isNew: version > 1,
    }),
  });
}
