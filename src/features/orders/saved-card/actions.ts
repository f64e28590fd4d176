import {
  type BillingDocumentRow,
  buildDocumentUrl,
  findBillingDocument,
  type IssueContext,
  languageOf,
} from '#features/billing/index.ts';
import {
  type CardConsent,
  createCharge,
  enqueueSaveCard,
  findActiveCard,
  findCardSetup,
  formatCard,
  formatExpiry,
  listCardCharges,
  listCardsOfOrders,
  type PaymentListener,
  removeCard,
} from '#features/payments/index.ts';
import { getTimeZone } from '#features/site/index.ts';
import type { ApiContext, ApiServices } from '#platform/api/context.ts';
import type { Database, Db, Transaction } from '#platform/database/database.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { dayOf, isAfter, maxDate } from '#shared/dates.ts';
import type { OrderActor } from '../lifecycle/actions/access.ts';
import { notifyParty, toNotificationServices } from '../lifecycle/actions/notifications.ts';
import type { OrderStatus } from '../lifecycle/contract/enums.ts';
import { listInvoiced } from '../lifecycle/actions/invoiced-parts.ts';
import { planMilestones } from '../lifecycle/rules/milestones.ts';
import { restOf } from '../lifecycle/rules/tax.ts';
import { totalOfShares } from '../lifecycle/rules/tax-shares.ts';
import { finalStatuses } from '../lifecycle/rules/transitions.ts';
import { findOrder, type OrderRow } from '../lifecycle/queries/orders.ts';
import { findSubscription } from '../lifecycle/queries/subscriptions.ts';
import { listChargeableInvoices, listUnneededCards } from './queries.ts';
import { formatInstallmentConsent, formatSubscriptionConsent, planCharge } from './rules.ts';

/** How long a change of the card can take. */
const SETUP_HOURS = 24;

/** Returns the consent to automatic charges that the client of an order may give when paying one of its documents. */
async function findCardConsent(
  db: Db,
  { now }: Pick<ApiServices, 'now'>,
  { id, orderId, content }: Pick<BillingDocumentRow, 'id' | 'orderId' | 'content'>,
): Promise<CardConsent | null> {
  const order = orderId === null ? null : await findOrder(db, orderId);
  if (!order || (await findActiveCard(db, order.id))) return null;
  const { kind, status, total, currency } = order;
  const language = languageOf(content);
  if (kind === 'service') {
    if (status !== 'agreed' && status !== 'in_progress') return null;
    const subscription = await findSubscription(db, order.id);
    if (!subscription || subscription.endsOn !== null) return null;
    return { text: formatSubscriptionConsent(total, currency, language), maxAmount: total };
  }
  const today = dayOf(now(), await getTimeZone(db));
  const invoices = (await listChargeableInvoices(db, order.id)).filter(invoice => invoice.id !== id);
  const later = [...invoices, ...(await listPlannedCharges(db, order))].filter(
    ({ dueOn }) => dueOn !== null && isAfter(Temporal.PlainDate.from(dueOn), today),
  );
  if (later.length === 0) return null;
  const maxAmount = Math.max(...later.map(({ owed }) => owed)) as MinorUnits;
  return { text: formatInstallmentConsent(later, currency, language), maxAmount };
}

/** Returns the charges of the milestones that aren't invoiced yet. */
async function listPlannedCharges(db: Db, order: OrderRow) {
  if (order.milestones === null || finalStatuses.has(order.status)) return [];
  const planned = planMilestones(order.milestones, restOf(order, await listInvoiced(db, order.id)));
  return planned.map(({ shares, dueOn }) => ({ owed: totalOfShares(shares), dueOn }));
}

/** Emails the client about their saved card. */
const onCardEvent: PaymentListener['onCardEvent'] = async (tx, services, orderId, event) => {
  const order = await findOrder(tx, orderId);
  if (!order) return;
  const card = formatCard(event.card);
  if (event.what === 'expiring') {
    const { expMonth, expYear } = event.card;
    const expires = formatExpiry(event.card);
    const { year, month } = services.now().toZonedDateTimeISO('UTC');
    const hasExpired = (expYear ?? year) * 12 + (expMonth ?? month) < year * 12 + month;
    return notifyParty('client', tx, services, order, {
      template: 'card_expiring',
      props: ({ about }) => ({ ...about, card, expires, hasExpired }),
    });
  }
  const { billingDocumentId, amount: minor, currency, failureReason, failureCode } = event.payment;
  const document = await findBillingDocument(tx, billingDocumentId);
  if (!document) return;
  const timeZone = await getTimeZone(tx);
  const next = await findNextChargeOf(tx, orderId, billingDocumentId, timeZone);
  return notifyParty('client', tx, services, order, {
    template: 'card_refused',
    props: ({ about }) => ({
      ...about,
      card,
      amount: formatMoney({ minor, currency }, { exact: true }),
      invoice: document.number,
      reason: failureReason ?? '',
      needsConfirmation: failureCode === 'authentication_required',
      retryOn: next instanceof Temporal.Instant ? dayOf(next, timeZone).toString() : null,
      payUrl: buildDocumentUrl(services, document.number),
    }),
  });
};

export const cardListener = { findCardConsent, onCardEvent } satisfies Partial<PaymentListener>;

/** Returns when an invoice is charged next; `pending` while it is, null if it isn't. */
async function findNextChargeOf(db: Db, orderId: number, invoiceId: number, timeZone: string) {
  const card = await findActiveCard(db, orderId);
  const invoice = card && (await listChargeableInvoices(db, orderId)).find(({ id }) => id === invoiceId);
  return invoice ? planCharge(invoice, card, await listCardCharges(db, orderId), timeZone) : null;
}

/** Returns the day on which the saved card is charged next for an invoice; null if it isn't. */
export async function findAutomaticCharge(
  db: Db,
  { now }: Pick<ApiServices, 'now'>,
  { id, orderId }: Pick<BillingDocumentRow, 'id' | 'orderId'>,
): Promise<Temporal.PlainDate | null> {
  const order = orderId === null ? null : await findOrder(db, orderId);
  if (!order || !CHARGED.has(order.status)) return null;
  const timeZone = await getTimeZone(db);
  const next = await findNextChargeOf(db, order.id, id, timeZone);
  const today = dayOf(now(), timeZone);
  return next instanceof Temporal.Instant ? maxDate(dayOf(next, timeZone), today) : next && today;
}

/** Statuses in which a card is charged: while a subscription runs, and from the first milestone to the last installment. */
const CHARGED: ReadonlySet<OrderStatus> = new Set([
  'deposit_paid',
  'content_received',
  'in_progress',
  'in_review',
  'completed',
] as const);

/**
 * Creates the charges of an order's saved card that are due; the caller has locked the order. Returns the ids of the
 * invoices that are or will be charged, or were on this day. Repeated runs add nothing.
 */
export async function chargeDueInvoices(
  tx: Transaction,
  issuing: IssueContext,
  { id, status }: OrderRow,
): Promise<ReadonlySet<string>> {
  const covered = new Set<string>();
  const card = await findActiveCard(tx, id);
  if (!card || !CHARGED.has(status)) return covered;
  const charges = await listCardCharges(tx, id);
  const dayAgo = issuing.now.subtract({ hours: 24 }).epochMilliseconds;
  for (const invoice of await listChargeableInvoices(tx, id)) {
    const next = planCharge(invoice, card, charges, issuing.timeZone);
    const last = charges.findLast(({ billingDocumentId }) => billingDocumentId === invoice.id);
    // The email about a refusal is enough for one day.
    if (last && last.createdAt.getTime() > dayAgo) covered.add(String(invoice.id));
    if (next === null) continue;
    covered.add(String(invoice.id));
    if (next !== 'pending' && Temporal.Instant.compare(next, issuing.now) <= 0)
      await createCharge(tx, issuing, card, invoice.id);
  }
  return covered;
}

/** Removes the cards of finished orders. */
export async function removeUnneededCards(services: Pick<ApiServices, 'jobs' | 'now'> & { readonly db: Database }) {
  for (const card of await listUnneededCards(services.db)) {
    await services.db.transaction(tx => removeCard(tx, services, card));
  }
}

/** Removes an order's card, if it has one, so nothing more is charged, and confirms it by email. */
export async function removeOrderCard(
  tx: Transaction,
  issuing: IssueContext,
  { orderId, order }: OrderActor & { readonly order: OrderRow },
): Promise<void> {
  const card = await findActiveCard(tx, orderId);
  // The client tries again if the first response was lost.
  if (!card) return;
  const services = toNotificationServices(issuing);
  // Including a card that the client is about to change to.
  for (const each of await listCardsOfOrders(tx, [orderId])) await removeCard(tx, services, each);
  await notifyParty('client', tx, services, order, {
    template: 'card_removed',
    props: ({ about }) => ({ ...about, card: formatCard(card) }),
  });
}

/** Checks whether the client has finished changing their card, in case the provider's event was lost. */
export async function refreshOrderCard(tx: Transaction, issuing: IssueContext, { orderId }: OrderActor): Promise<void> {
  const setup = await findCardSetup(tx, orderId, getSetupStart(issuing.now));
  if (setup) await enqueueSaveCard(tx, issuing, setup.id);
}

const getSetupStart = (now: Temporal.Instant) => new Date(now.subtract({ hours: SETUP_HOURS }).epochMilliseconds);

/** Returns an order's card and its automatic charges, newest first, as one party sees them. */
export async function getOrderCardDto({ db, now }: ApiContext, orderId: number, isClient: boolean, timeZone: string) {
  const card = await findActiveCard(db, orderId);
  const setup = isClient ? await findCardSetup(db, orderId, getSetupStart(now())) : undefined;
  const charges = await listCardCharges(db, orderId);
  const next = new Map<number, Temporal.Instant>();
  for (const invoice of card ? await listChargeableInvoices(db, orderId) : []) {
    const at = card && planCharge(invoice, card, charges, timeZone);
    if (at instanceof Temporal.Instant) next.set(invoice.id, at);
  }
  return {
    card: card
      ? {
          label: formatCard(card),
          expires: formatExpiry(card),
          consent: card.consentText,
          consentedAt: card.consentedAt.toISOString(),
        }
      : null,
    cardSetupUrl: setup?.setupUrl ?? null,
    cardCharges: charges.toReversed().map(charge => {
      const { billingDocumentId, number: document, amount, status, failureReason: reason, createdAt } = charge;
      const isLast = charges.findLast(one => one.billingDocumentId === billingDocumentId) === charge;
      const retryAt = isLast ? next.get(billingDocumentId) : undefined;
      const retryOn = retryAt ? dayOf(retryAt, timeZone).toString() : null;
      return { document, amount, status, reason, createdAt: createdAt.toISOString(), retryOn };
    }),
  };
}
