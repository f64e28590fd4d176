import { getUser } from '#features/auth/index.ts';
import { createIssueContext } from '#features/billing/index.ts';
import { getPricing } from '#features/pricing/index.ts';
import { getSettings } from '#features/settings/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { withIdempotencyKey } from '#platform/api/idempotency.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import type { CustomPlanOptions, CustomRequestInput } from '../contract/request-custom-plan.ts';
import type { CustomRequest } from '../../lifecycle/contract/snapshots.ts';
import { type SalesContext, toAgreedTerms } from '../../lifecycle/rules/sales-context.ts';
import { listRequestedFeatures } from '../../lifecycle/rules/requested-services.ts';
import { parseBudgetAndDeadline, formatRequestTitle } from '../rules/custom-request.ts';
import { createOrderReference } from '../../lifecycle/actions/access.ts';
import { notifyOrderPlaced } from '../../lifecycle/actions/notifications.ts';
import { consumeOrderRateLimit, type CheckoutContext, resolveOrderClient, assertNoFieldErrors } from './place-order.ts';
import { getSalesContext } from '../../lifecycle/queries/sales-context.ts';
import { createOrder } from '../../lifecycle/actions/create-order.ts';

/** Returns the options for a custom plan. */
export async function getCustomPlanOptions({
  db,
  actor,
  now,
}: Pick<ApiContext, 'db' | 'actor' | 'now'>): Promise<CustomPlanOptions> {
  const [{ specializedServices, customPackageDetails }, { defaultCurrency }, selling] = await Promise.all([
    getPricing(db),
    getSettings(db),
    getSalesContext(db, now()),
  ]);
  const user = actor.role === 'visitor' ? null : await getUser(db, actor.userId);
  return {
    services: specializedServices,
    details: customPackageDetails.map(({ text }) => text),
    currency: defaultCurrency,
    today: selling.today.toString(),
    terms: [...selling.terms],
    client: user && { name: user.name, email: user.email },
  };
}

/**
 * Requests a quote for a custom plan, once per idempotency key. Throws UNPROCESSABLE if a field is missing, invalid, in
 * the past or no longer offered, and TOO_MANY_REQUESTS.
 */
export async function createCustomRequest(
  context: CheckoutContext,
  input: CustomRequestInput,
): Promise<{ number: number; reference: string }> {
  const { idempotencyKey, ...body } = input;
  const { db } = context;
  const [{ defaultCurrency }, selling, titles] = await Promise.all([
    getSettings(db),
    getSalesContext(db, context.now()),
    readTitles(db),
  ]);
  return db.transaction(tx =>
    withIdempotencyKey(tx, context, { endpoint: 'orders.createCustomRequest', key: idempotencyKey, body }, () =>
      request(tx, context, input, { currency: defaultCurrency, selling, titles }),
    ),
  );
}

async function readTitles(db: Db): Promise<ReadonlyMap<string, string>> {
  const { specializedServices } = await getPricing(db);
  return new Map(specializedServices.map(({ id, title }) => [id, title]));
}

interface Offered {
  readonly currency: string;
  readonly selling: SalesContext;
  /** Titles of the available services by ID. */
  readonly titles: ReadonlyMap<string, string>;
}

async function request(
  tx: Transaction,
  context: CheckoutContext,
  input: CustomRequestInput,
  offered: Offered,
): Promise<{ number: number; reference: string }> {
  const wish = readWish(input, offered);
  const client = await resolveOrderClient(tx, context, input, true);
  await consumeOrderRateLimit(tx, context, client.clientEmail);
  const { selling, currency } = offered;
  const order = await createOrder(tx, await createIssueContext(tx, context), {
    kind: 'custom',
    isQuoted: true,
    ...client,
    title: formatRequestTitle(wish),
    offerSnapshot: { id: null, features: listRequestedFeatures(wish), deliveryDays: 0, supportDays: 0 },
    agreedTerms: toAgreedTerms(selling),
    brief: input.brief,
    request: wish,
    lineItems: [],
    tax: selling.tax,
    currency,
    total: ZERO,
    isUrgent: false,
    contentItems: [],
  });
  await notifyOrderPlaced(tx, context, order);
  return { number: order.id, reference: createOrderReference(context.encryption, order) };
}

/** Returns the request with the services' current titles. Reports all errors together. */
function readWish(
  { services, brief, budget, deadline }: CustomRequestInput,
  { currency, selling, titles }: Offered,
): CustomRequest {
  const { limits, wrong: wrongLimits } = parseBudgetAndDeadline(
    { budget, deadline },
    { currency, today: selling.today },
  );
  const gone = services.findIndex(({ id }) => !titles.has(id));
  const wrong: Record<string, string> = {
    ...(gone < 0
      ? {}
      : { [`services.${gone}.id`]: 'A service that you chose is not offered any more. Look at the list again.' }),
    ...(services.length === 0 && brief === '' ? { brief: 'Choose a service above, or write what it is to be.' } : {}),
    ...wrongLimits,
  };
  assertNoFieldErrors(wrong);
  return {
    services: services.map(({ id, quantity }) => ({ id, title: titles.get(id) ?? '', quantity })),
    ...limits,
  };
}
