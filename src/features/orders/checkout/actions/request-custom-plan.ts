import { createIssueContext } from '#features/billing/index.ts';
import { getPricing } from '#features/pricing/index.ts';
import { getSettings } from '#features/settings/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import type { Transaction } from '#platform/database/database.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import type { CustomRequestInput } from '../contract.ts';
import type { SalesContext } from '../../lifecycle/rules/sales-context.ts';
import { listRequestedFeatures } from '../../lifecycle/rules/requested-services.ts';
import { parseBudgetAndDeadline, formatRequestTitle } from '../rules/custom-request.ts';
import { createOrderReference } from '../../lifecycle/actions/access.ts';
import { notifyOrderPlaced } from '../../lifecycle/actions/notifications.ts';
import { assertNoFieldErrors, consumeOrderRateLimit, findCaller, resolveOrderClient } from './place-order.ts';
import { getSalesContext } from '../../lifecycle/queries/sales-context.ts';
import { createOrder } from '../../lifecycle/actions/create-order.ts';

/** Returns the options for a custom plan. */
export async function getCustomPlanOptions({ db, actor, now }: ApiContext) {
  const [{ specializedServices, customPackageDetails }, { defaultCurrency }, sales] = await Promise.all([
    getPricing(db),
    getSettings(db),
    getSalesContext(db, now()),
  ]);
  return {
    services: specializedServices,
    details: customPackageDetails.map(({ text }) => text),
    currency: defaultCurrency,
    today: sales.today.toString(),
    terms: [...sales.terms],
    client: await findCaller(db, actor),
  };
}

/**
 * Requests a quote for a custom plan, once per idempotency key. Throws UNPROCESSABLE if a field is missing, invalid, in
 * the past or no longer offered, and TOO_MANY_REQUESTS.
 */
export async function createCustomRequest(context: ApiContext, input: CustomRequestInput) {
  const { idempotencyKey, ...body } = input;
  const { db } = context;
  const [{ defaultCurrency: currency }, sales, { specializedServices }] = await Promise.all([
    getSettings(db),
    getSalesContext(db, context.now()),
    getPricing(db),
  ]);
  const titles = new Map(specializedServices.map(({ id, title }) => [id, title]));
  const idempotency = {
    endpoint: 'orders.createCustomRequest',
    key: idempotencyKey,
    body,
    reusedMessage:
      'You already sent this request with other details. Check your inbox for its link. To send another request, reload the page.',
  };
  return db.transaction(tx =>
    withIdempotencyKey(tx, context, idempotency, () => placeRequest(tx, context, input, { currency, sales, titles })),
  );
}

interface Options {
  readonly currency: string;
  readonly sales: SalesContext;
  /** Titles of the available services by ID. */
  readonly titles: ReadonlyMap<string, string>;
}

async function placeRequest(tx: Transaction, context: ApiContext, input: CustomRequestInput, options: Options) {
  const request = parseRequest(input, options);
  const client = await resolveOrderClient(tx, context, input, true);
  await consumeOrderRateLimit(tx, context, client.clientEmail);
  const { sales, currency } = options;
  const order = await createOrder(tx, await createIssueContext(tx, context), {
    billing: input.billing,
    kind: 'custom',
    isQuoted: true,
    ...client,
    title: formatRequestTitle(request),
    offerSnapshot: { id: null, features: listRequestedFeatures(request), deliveryDays: 0, supportDays: 0 },
    agreedTerms: sales.agreedTerms,
    brief: input.brief,
    request,
    lineItems: [],
    tax: sales.tax,
    currency,
    total: ZERO,
    isUrgent: false,
    contentItems: [],
  });
  await notifyOrderPlaced(tx, context, order);
  return { number: order.id, reference: createOrderReference(context.encryption, order) };
}

/** Returns the request with the services' current titles. Reports all errors together. */
function parseRequest({ services, brief, budget, deadline }: CustomRequestInput, { currency, sales, titles }: Options) {
  const { today } = sales;
  const { limits, errors } = parseBudgetAndDeadline({ budget, deadline }, { currency, today });
  const missing = services.findIndex(({ id }) => !titles.has(id));
  assertNoFieldErrors({
    ...(missing < 0
      ? {}
      : { [`services.${missing}.id`]: 'This service is no longer available. Remove it to continue.' }),
    ...(services.length === 0 && brief === '' ? { brief: 'Choose a service above or describe your project.' } : {}),
    ...errors,
  });
  return {
    services: services.map(({ id, quantity }) => ({ id, title: titles.get(id) ?? '', quantity })),
    ...limits,
  };
}
