import { createIssueContext } from '#features/billing/index.ts';
import { getUser } from '#features/auth/index.ts';
import { findCheckoutBuyer, toTaxBuyer } from '#features/clients/index.ts';
import { checkTaxId } from '#features/clients/contract/tax-ids.ts';
import { getPricing } from '#features/pricing/index.ts';
import { hasProjectFiles, getProject } from '#features/projects/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { consumeRateLimit, type RateLimit } from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import type { PlaceOrderInput } from '../contract.ts';
import { formatAgreement, canBeUrgent, calculateOfferPrice, type OrderableOffer } from '../rules/offers.ts';
import { allowsInstallments } from '../../lifecycle/rules/prices.ts';
import { URGENT_DELIVERY_DAYS } from '../../lifecycle/rules/expected-delivery.ts';
import { parseBudgetAndDeadline } from '../rules/custom-request.ts';
import { createOrderReference } from '../../lifecycle/actions/access.ts';
import { sha256Hex, createAgreement } from '../../lifecycle/actions/create-agreement.ts';
import { notifyOrderPlaced } from '../../lifecycle/actions/notifications.ts';
import { createOrder, type NewOrder } from '../../lifecycle/actions/create-order.ts';
import { runAutomaticTransitions } from '../../lifecycle/actions/transition-order.ts';
import { getSalesContext } from '../../lifecycle/queries/sales-context.ts';
import type { SalesContext } from '../../lifecycle/rules/sales-context.ts';

/** Per email address, and per network (security page, "Limits"). */
const ORDERS_FOR_ADDRESS: RateLimit = { name: 'order address', maxAttempts: 8, windowSeconds: 12 * 3600 };
const ORDERS_BY_NETWORK: RateLimit = { name: 'order network', maxAttempts: 40, windowSeconds: 3600 };

type OfferKey = Pick<PlaceOrderInput, 'kind' | 'id'>;

/** Returns a current offer. Throws NOT_FOUND if it isn't offered or is no longer offered. */
async function getOrderable(db: Db, { kind, id }: OfferKey): Promise<OrderableOffer> {
  if (kind === 'project') {
    // `id` may be an earlier slug of the project.
    const { id: current, title, summary, price, isForSale } = await getProject(db, id);
    if (!isForSale) throw new AppError('NOT_FOUND', 'This project isn’t for sale right now.');
    const features = ['Source code, licensed for one organization'];
    return { ...noExtras, kind, id: current, title, summary, features, price };
  }
  const { plans, services } = await getPricing(db);
  const plan = kind === 'plan' ? plans.find(one => one.id === id) : undefined;
  if (plan) {
    const { name: title, tagline: summary, features, contentItems, price, deliveryDays, supportDays } = plan;
    const requiresQuote = plan.isStartingPrice;
    return { kind, id, title, summary, features, contentItems, price, requiresQuote, deliveryDays, supportDays };
  }
  const service = kind === 'service' ? services.find(one => one.id === id) : undefined;
  if (!service)
    throw new AppError('NOT_FOUND', 'This offer is no longer available. See the pricing page for current offers.');
  const { title, description: features, price } = service;
  return { ...noExtras, kind, id, title, summary: '', features, price };
}
const noExtras = { contentItems: [], requiresQuote: false, deliveryDays: 0, supportDays: 0 } as const;

/**
 * Returns a current offer with its prices: for a company in `country`, or with the saved details of a signed-in client.
 * Throws NOT_FOUND if it isn't offered.
 */
export async function getCheckoutOffer(
  { db, actor, now }: ApiContext,
  { country, taxId, ...key }: OfferKey & { readonly country?: string | undefined; readonly taxId?: string | undefined },
) {
  const company = country ? { company: 'The company', country, taxId: normalizeTaxId(taxId ?? '', country) } : null;
  const buyer = company ? toTaxBuyer({ name: company.company, ...company }) : await findCheckoutBuyer(db, actor);
  const [orderable, sales] = await Promise.all([getOrderable(db, key), getSalesContext(db, now(), buyer)]);
  const { price: _price, ...offer } = orderable;
  const { settings } = sales;
  const standardPrice = toPriceDto(orderable, false, sales);
  return {
    ...offer,
    today: sales.today.toString(),
    features: [...offer.features],
    contentItems: [...offer.contentItems],
    currency: orderable.price.currency,
    standardPrice,
    urgentPrice: canBeUrgent(orderable) ? toPriceDto(orderable, true, sales) : null,
    allowsInstallments:
      orderable.kind === 'plan' && allowsInstallments({ ...orderable.price, minor: standardPrice.total }, settings),
    termSettings: settings,
    terms: [...sales.terms],
    client: await findCaller(db, actor),
  };
}

/** Returns a VAT ID as it will be saved; empty if its format is wrong. */
function normalizeTaxId(entered: string, country: string): string {
  const checked = checkTaxId(entered, country);
  return 'taxId' in checked ? checked.taxId : '';
}

/** Returns name and email of the signed-in caller; null for a visitor. */
export async function findCaller(db: Db, actor: ApiContext['actor']) {
  if (actor.role === 'visitor') return null;
  const { name, email } = await getUser(db, actor.userId);
  return { name, email };
}

function toPriceDto(orderable: OrderableOffer, isUrgent: boolean, sales: SalesContext) {
  const price = calculateOfferPrice(orderable, isUrgent, sales);
  const { lines, taxAmount, total, first, later } = price;
  const { tax } = sales;
  const agreementText = formatAgreement(orderable, isUrgent, price, sales);
  return {
    lineItems: lines,
    tax: tax.basisPoints === 0 ? null : { ...tax, amount: taxAmount, isIncluded: tax.behavior === 'inclusive' },
    taxNote: tax.note ?? null,
    total,
    dueNow: first,
    dueLater: later,
    deliveryDays: orderable.kind === 'plan' ? (isUrgent ? URGENT_DELIVERY_DAYS : orderable.deliveryDays) : null,
    agreementText,
    agreementHash: sha256Hex(agreementText),
  };
}

/**
 * Places an order, once per idempotency key. Throws NOT_FOUND if it isn't offered, UNPROCESSABLE if a field is missing,
 * and CONFLICT if the offer, its price or the terms have changed since they were read.
 */
export async function placeOrder(context: ApiContext, input: PlaceOrderInput) {
  const { idempotencyKey, ...body } = input;
  const { db, actor, now } = context;
  const buyer = await findCheckoutBuyer(db, actor, input);
  const [orderable, sales] = await Promise.all([getOrderable(db, input), getSalesContext(db, now(), buyer)]);
  const idempotency = {
    endpoint: 'orders.createOrder',
    key: idempotencyKey,
    body,
    reusedMessage:
      'You already placed this order with other details. Check your inbox for its link. To place another order, reload the page.',
  };
  return context.db.transaction(tx =>
    withIdempotencyKey(tx, context, idempotency, () => createPlacedOrder(tx, context, input, orderable, sales)),
  );
}

async function createPlacedOrder(
  tx: Transaction,
  context: ApiContext,
  input: PlaceOrderInput,
  orderable: OrderableOffer,
  sales: SalesContext,
) {
  const request = parsePlanRequest(input, orderable, sales);
  const client = await resolveOrderClient(tx, context, input, orderable.requiresQuote);
  if (input.urgent && !canBeUrgent(orderable)) {
    throw new AppError('UNPROCESSABLE', 'Urgent delivery isn’t available for this offer.', {
      urgent: 'Clear this checkbox to continue.',
    });
  }
  const price = calculateOfferPrice(orderable, input.urgent, sales);
  const text = orderable.requiresQuote ? null : formatAgreement(orderable, input.urgent, price, sales);
  const agreementHash = input.urgent ? input.urgentAgreementHash : input.agreementHash;
  // The client signs the agreement that they read (term 15).
  if (text !== null && agreementHash !== sha256Hex(text)) {
    throw new AppError('CONFLICT', 'This offer has changed. Review the new price and terms, then try again.');
  }
  await consumeOrderRateLimit(tx, context, client.clientEmail);
  const { id, kind, title, features, contentItems, requiresQuote, deliveryDays, supportDays } = orderable;
  const issuing = await createIssueContext(tx, context);
  const order = await createOrder(tx, issuing, {
    billing: input.billing,
    kind,
    isQuoted: requiresQuote,
    ...client,
    title,
    offerSnapshot: { id, features, deliveryDays, supportDays },
    agreedTerms: sales.agreedTerms,
    brief: input.brief,
    request,
    lineItems: price.lines,
    tax: sales.tax,
    currency: orderable.price.currency,
    total: price.total,
    isUrgent: input.urgent,
    contentItems,
    boughtProjectId: kind === 'project' ? id : null,
  });
  // The last file may have been removed since the offer was read; the order's reference has locked the project.
  if (kind === 'project' && !(await hasProjectFiles(tx, orderable.id))) {
    throw new AppError(
      'CONFLICT',
      'This project isn’t for sale right now. Your order wasn’t placed, and you haven’t been charged.',
    );
  }
  // Signed orders are announced with the agreement, once its PDF is rendered.
  if (text === null) {
    await notifyOrderPlaced(tx, context, order);
  } else {
    const { ip } = context.client;
    const signature = input.signature ?? '';
    await createAgreement(tx, issuing, order, { source: 'signed', text, signature, ip, agreedAt: order.createdAt });
  }
  // Nothing has to be paid before the order continues.
  if (order.status === 'agreed' && order.total === 0) await runAutomaticTransitions(tx, issuing, order.id);
  return { number: order.id, reference: createOrderReference(context.encryption, order) };
}

/** Counts an order or a request. Throws TOO_MANY_REQUESTS if the address or the network exceeds its limit. */
export async function consumeOrderRateLimit(tx: Transaction, context: ApiContext, email: string) {
  await consumeRateLimit(tx, ORDERS_BY_NETWORK, context.client.network, context.now());
  await consumeRateLimit(tx, ORDERS_FOR_ADDRESS, email.toLowerCase(), context.now());
}

/** Returns the client's constraints for a quoted plan; null without any. Throws UNPROCESSABLE if the price is fixed. */
function parsePlanRequest(input: PlaceOrderInput, { requiresQuote, price }: OrderableOffer, { today }: SalesContext) {
  const { budget, deadline } = input;
  if (budget === undefined && deadline === undefined) return null;
  const { limits, errors } = parseBudgetAndDeadline({ budget, deadline }, { currency: price.currency, today });
  const message = 'This plan has a fixed price and delivery time. Leave this field empty, or request a custom plan.';
  assertNoFieldErrors(
    requiresQuote ? errors : { ...(budget ? { budget: message } : {}), ...(deadline ? { deadline: message } : {}) },
  );
  return requiresQuote && Object.values(limits).some(limit => limit !== null) ? { services: [], ...limits } : null;
}

/** Throws UNPROCESSABLE with an error message per field, if there are any. */
export function assertNoFieldErrors(errors: Readonly<Record<string, string>>): void {
  const [message, ...others] = Object.values(errors);
  if (message === undefined) return;
  throw new AppError('UNPROCESSABLE', others.length > 0 ? 'Some fields need your attention.' : message, { ...errors });
}

/** Returns the account of a signed-in client, or the name and email entered. Reports all missing fields together. */
export async function resolveOrderClient(
  tx: Transaction,
  { actor }: ApiContext,
  { name, email, signature }: Pick<PlaceOrderInput, 'name' | 'email' | 'signature'>,
  isQuoted: boolean,
): Promise<Pick<NewOrder, 'clientId' | 'clientName' | 'clientEmail'>> {
  const isVisitor = actor.role === 'visitor';
  const missing = {
    ...(isVisitor && name === undefined ? { name: 'Name is required' } : {}),
    ...(isVisitor && email === undefined ? { email: 'Email is required' } : {}),
    ...(isQuoted || signature ? {} : { signature: 'Type your name to sign the agreement (term 15).' }),
  };
  if (Object.keys(missing).length > 0) {
    throw new AppError('UNPROCESSABLE', 'Fill in the required fields.', missing);
  }
  if (isVisitor) return { clientId: null, clientName: name ?? '', clientEmail: email ?? '' };
  const user = await getUser(tx, actor.userId);
  return { clientId: user.id, clientName: user.name, clientEmail: user.email };
}
