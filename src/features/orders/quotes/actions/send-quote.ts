import type { IssueContext } from '#features/billing/index.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { formatMoney, type MinorUnits, type Money } from '#shared/money.ts';
import { formatPlainDate } from '#shared/time.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import { toDate } from '#platform/database/dates.ts';
import type { QuoteFormValues, QuoteInput } from '../contract.ts';
import { listOrderFiles } from '../../lifecycle/queries/files.ts';
import {
  deleteContentItems,
  getOrderForUpdate,
  insertContentItems,
  listContentItems,
  listOrderEvents,
  type OrderRow,
  updateOrder,
} from '../../lifecycle/queries/orders.ts';
import { dayOf, countDaysBetween } from '#shared/dates.ts';
import type { QuoteLines } from '../../lifecycle/contract/snapshots.ts';
import type { SalesContext } from '../../lifecycle/rules/sales-context.ts';
import { allowsInstallments, describeInstallments } from '../../lifecycle/rules/prices.ts';
import {
  EMPTY_QUOTE_LINE,
  findQuoteLines,
  listOptions,
  type QuoteContext,
  readQuoteLines,
  toDiscountInput,
  toStoredQuote,
  toTypedLine,
} from '../rules/quote-lines.ts';
import { calculateChoice, DEFAULT_QUOTE_VALIDITY_DAYS, formatQuoteAgreement } from '../rules/quotes.ts';
import { parseMilestones, type SplitPrice } from '../rules/payment-schedule.ts';
import { listRequestedFeatures } from '../../lifecycle/rules/requested-services.ts';
import { isQuoteExpired } from '../../lifecycle/rules/summary.ts';
import { getLineTaxes } from '../../lifecycle/actions/invoice-parties.ts';
import type { OrderActor } from '../../lifecycle/actions/access.ts';
import { recordTransition } from '../../lifecycle/actions/record-transition.ts';
import { notifyParty, toNotificationServices } from '../../lifecycle/actions/notifications.ts';

/** In days. */
const MAX_VALIDITY = 365;

/** Returns the initial values of the quote form: the open quote, or else the client's request. */
export async function getQuoteForm(db: Db, order: OrderRow, sales: SalesContext): Promise<QuoteFormValues> {
  const { settings, tax, today } = sales;
  const { taxes, taxReason, client } = await getLineTaxes(db, order, today.toString());
  const items = await listContentItems(db, order.id);
  const { currency, offerSnapshot, request, quoteExpiresOn } = order;
  const isQuoted = order.status === 'quoted';
  const { lines, discount } = findQuoteLines(order) ?? { lines: order.lineItems.filter(({ term }) => term !== 16) };
  return {
    title: order.title,
    lineItems:
      lines.length > 0 || !request
        ? lines.map(line => toTypedLine(line, currency))
        : listRequestedFeatures(request).map(description => ({ ...EMPTY_QUOTE_LINE, description })),
    discount: toDiscountInput(discount, currency),
    urgent: order.isUrgent,
    deliveryDays: offerSnapshot.deliveryDays || (request?.deadline ? daysUntil(request.deadline, today) : null),
    supportDays: offerSnapshot.supportDays,
    contentItems: items.map(({ label }) => label),
    expiresOn:
      isQuoted && quoteExpiresOn !== null
        ? quoteExpiresOn
        : today.add({ days: DEFAULT_QUOTE_VALIDITY_DAYS }).toString(),
    installments: order.installments ?? 1,
    milestones: (order.milestones ?? []).map(({ description, entered: amount, dueOn }) => ({
      description,
      amount,
      dueOn,
    })),
    note: order.quoteNote,
    version: await countQuotes(db, order.id),
    currency,
    tax,
    taxes: [...taxes],
    client,
    taxReason: tax.basisPoints > 0 || tax.category ? taxReason : null,
    depositPercent: isQuoted ? order.agreedTerms.settings.depositPercent : settings.depositPercent,
    installmentMinimum: settings.installmentMinimum,
    urgentSurchargePercent: settings.urgentSurchargePercent,
    today: today.toString(),
  };
}

const daysUntil = (deadline: string, today: Temporal.PlainDate) =>
  Math.max(1, countDaysBetween(today, Temporal.PlainDate.from(deadline)));

async function countQuotes(db: Db, orderId: number): Promise<number> {
  return (await listOrderEvents(db, orderId)).filter(({ transition }) => transition === 'send_quote').length;
}

/**
 * Quotes an order under the current terms and tax and notifies the client, unless they already agreed; earlier quotes
 * stay in the history. Throws UNPROCESSABLE for invalid amounts, days or installments, and CONFLICT if the order can't
 * be quoted.
 */
export async function writeQuote(
  tx: Transaction,
  issuing: IssueContext,
  request: OrderActor & { readonly quote: QuoteInput; readonly sales: SalesContext },
): Promise<void> {
  const { orderId, actorId, quote, sales } = request;
  const order = await getOrderForUpdate(tx, orderId);
  assertQuoteNotExpired(order, issuing);
  assertValidity(quote.expiresOn, sales.today);
  const { taxes, client } = await getLineTaxes(tx, order, sales.today.toString());
  const written = parseQuoteLines(quote, { currency: order.currency, taxes, client });
  const { tax, agreedTerms } = sales;
  const terms = { tax, agreedTerms, isUrgent: quote.urgent };
  // The agreement if the client chooses no options.
  const { lineItems, total, otherOptions } = calculateChoice(written, terms, []);
  assertTotal(total, lineItems.length);
  assertInstallments(quote.installments, { minor: total, currency: order.currency }, sales.settings);
  const milestones = parseSchedule(quote, { lineItems, tax, total, currency: order.currency }, sales);
  const priced = calculateChoice(written, { ...terms, milestones }, []);
  const contentItems = await replaceContentItems(tx, orderId, quote.contentItems);
  const { deliveryDays, supportDays } = quote;
  const quoted = {
    title: quote.title ?? order.title,
    lineItems,
    quoteLines: toStoredQuote(written),
    total,
    ...terms,
    tax: priced.tax,
    offerSnapshot: { ...order.offerSnapshot, deliveryDays, supportDays },
    quoteExpiresOn: quote.expiresOn,
    installments: quote.installments === 1 ? null : quote.installments,
    milestones,
    quoteNote: quote.note,
    updatedAt: toDate(issuing.now),
  };
  const version = (await countQuotes(tx, orderId)) + 1;
  const text = formatQuoteAgreement({ ...order, ...quoted, otherOptions }, contentItems);
  const details = { version, amount: total, text };
  await recordTransition(tx, issuing, { orderId, transition: 'send_quote', actor: 'owner', actorId, details });
  await updateOrder(tx, orderId, quoted);
  if (quote.agreement) return;
  await notifyQuoteSent(tx, issuing, { ...order, ...quoted, status: 'quoted' }, version);
}

/** Throws CONFLICT if the quote has expired, even if the `expire` transition is not recorded yet. */
export function assertQuoteNotExpired(order: OrderRow, { now, timeZone }: Pick<IssueContext, 'now' | 'timeZone'>) {
  const { status, quoteExpiresOn } = order;
  const last = quoteExpiresOn === null ? null : Temporal.PlainDate.from(quoteExpiresOn);
  if (status !== 'expired' && !(status === 'quoted' && isQuoteExpired(dayOf(now, timeZone), { quoteUntil: last })))
    return;
  throw new AppError('CONFLICT', `This quote expired on ${formatPlainDate(quoteExpiresOn ?? '')}. Request a new one.`);
}

function assertValidity(until: string, today: Temporal.PlainDate): void {
  const days = countDaysBetween(today, Temporal.PlainDate.from(until));
  if (days >= 0 && days <= MAX_VALIDITY) return;
  const message = days < 0 ? 'Choose today or a later date.' : `Choose a date within ${MAX_VALIDITY} days.`;
  throw new AppError('UNPROCESSABLE', message, { expiresOn: message });
}

function assertInstallments(count: number, total: Money, settings: PaymentTermSettings): void {
  if (count === 1 || allowsInstallments(total, settings)) return;
  const message = describeInstallments(settings.installmentMinimum, total.currency);
  throw new AppError('UNPROCESSABLE', message, { installments: message });
}

/** Returns the milestones of a quote. Throws UNPROCESSABLE with an error per field that needs attention. */
function parseSchedule(
  { milestones: entered, installments, expiresOn }: QuoteInput,
  price: Omit<SplitPrice, 'settings'>,
  { settings, today }: SalesContext,
): OrderRow['milestones'] {
  if (!entered) return null;
  if (installments !== 1) {
    const message = 'Choose either installments or milestones.';
    throw new AppError('UNPROCESSABLE', message, { installments: message });
  }
  const dates = { expiresOn: Temporal.PlainDate.from(expiresOn), today };
  const parsed = parseMilestones(entered, { ...price, settings }, dates);
  if ('milestones' in parsed) return parsed.milestones;
  const [message = '', ...others] = Object.values(parsed.errors);
  const summary = others.length > 0 ? 'Some milestones need your attention.' : message;
  throw new AppError('UNPROCESSABLE', summary, parsed.errors);
}

/** Throws UNPROCESSABLE unless the client has something to pay without any options. */
function assertTotal(total: MinorUnits, lineCount: number): void {
  if (total > 0) return;
  const message =
    lineCount === 0 ? 'At least one line must not be optional.' : 'The total must be more than zero without options.';
  throw new AppError('UNPROCESSABLE', message, { 'lineItems.0.amount': message });
}

/** Reads the lines of a quote. Throws UNPROCESSABLE with an error per invalid field. */
function parseQuoteLines({ lineItems, discount, agreement }: QuoteInput, context: QuoteContext): QuoteLines {
  const typed = lineItems.map(({ optional: isOptional, ...line }) => ({ ...line, isOptional }));
  const { quote, problems } = readQuoteLines(typed, discount, context);
  const agreedOption = agreement ? typed.findIndex(({ isOptional }) => isOptional) : -1;
  const errors: Record<string, string> = {
    ...problems,
    ...(agreedOption >= 0 && {
      [`lineItems.${agreedOption}.optional`]: 'The client already agreed, so no line can be optional.',
    }),
  };
  const [message, ...others] = Object.values(errors);
  if (message === undefined) return quote;
  throw new AppError('UNPROCESSABLE', others.length > 0 ? 'Some lines need your attention.' : message, errors);
}

/**
 * Replaces an order's content items with those of a quote, keeping items that already have files or are supplied.
 * Returns the resulting labels in order.
 */
async function replaceContentItems(tx: Transaction, orderId: number, labels: readonly string[]): Promise<string[]> {
  const items = await listContentItems(tx, orderId);
  const withFiles = new Set((await listOrderFiles(tx, orderId)).map(({ contentItemPosition }) => contentItemPosition));
  const kept = items.filter(({ position, suppliedAt }) => suppliedAt !== null || withFiles.has(position));
  const removed = items.filter(item => !kept.includes(item)).map(({ position }) => position);
  await deleteContentItems(tx, orderId, removed);
  const added = labels.filter(label => !kept.some(item => item.label === label));
  await insertContentItems(tx, orderId, added, Math.max(0, ...kept.map(({ position }) => position)));
  return [...kept.map(({ label }) => label), ...added];
}

function notifyQuoteSent(tx: Transaction, issuing: IssueContext, order: OrderRow, version: number): Promise<void> {
  const { total: minor, currency, quoteExpiresOn, quoteNote: note } = order;
  const options = order.quoteLines ? listOptions(order.quoteLines) : [];
  return notifyParty('client', tx, toNotificationServices(issuing), order, {
    template: 'quote_sent',
    props: ({ about }) => ({
      ...about,
      total: formatMoney({ minor, currency }, { exact: true }),
      expiresOn: formatPlainDate(quoteExpiresOn ?? ''),
      note,
      isNew: version > 1,
      ...(options.length > 0 && {
        options: options.map(
          ({ description, amount }) => `${description} (${formatMoney({ minor: amount, currency }, { exact: true })})`,
        ),
      }),
    }),
  });
}
