import { getUser } from '#features/auth/queries/users.ts';
import { issuingNow } from '#features/billing/actions/issue-document.ts';
import { getPricing } from '#features/pricing/queries/pricing.ts';
import { getSettings } from '#features/settings/queries.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { onceOnly } from '#platform/api/idempotency.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { NOTHING } from '#shared/money-arithmetic.ts';
import type { CustomOffer, Requesting } from '../contract/requesting.ts';
import type { OrderWish } from '../contract/snapshots.ts';
import type { Selling } from '../rules/offers.ts';
import { wishedFeatures } from '../rules/quotes.ts';
import { readLimits, titleOfWish } from '../rules/wishes.ts';
import { linkOf } from './access.ts';
import { tellPlaced } from './notices.ts';
import { agreedTerms, countOrder, type OrderingContext, readClient, readSelling, refuseWrong } from './ordering.ts';
import { placeOrder } from './placing.ts';

/** What a custom package can be built from now. */
export async function readCustomOffer({
  db,
  actor,
  now,
}: Pick<ApiContext, 'db' | 'actor' | 'now'>): Promise<CustomOffer> {
  const [{ specializedServices, customPackageDetails }, { currency }, selling] = await Promise.all([
    getPricing(db),
    getSettings(db),
    readSelling(db, now()),
  ]);
  const user = actor.role === 'visitor' ? null : await getUser(db, actor.userId);
  return {
    services: specializedServices,
    details: customPackageDetails.map(({ text }) => text),
    currency,
    today: selling.today.toString(),
    terms: [...selling.terms],
    client: user && { name: user.name, email: user.email },
  };
}

/**
 * Asks for a quote for a custom package, once for each key that a request names itself by. Throws UNPROCESSABLE where
 * something is missing, is no amount, lies in the past or is not offered any more, and TOO_MANY_REQUESTS.
 */
export async function requestCustom(
  context: OrderingContext,
  input: Requesting,
): Promise<{ number: number; link: string }> {
  const { submission: key, ...body } = input;
  const { db } = context;
  const [{ currency }, selling, titles] = await Promise.all([
    getSettings(db),
    readSelling(db, context.now()),
    readTitles(db),
  ]);
  return db.transaction(tx =>
    onceOnly(tx, context, { endpoint: 'orders.requestCustom', key, body }, () =>
      request(tx, context, input, { currency, selling, titles }),
    ),
  );
}

async function readTitles(db: Db): Promise<ReadonlyMap<string, string>> {
  const { specializedServices } = await getPricing(db);
  return new Map(specializedServices.map(({ id, title }) => [id, title]));
}

interface Offered {
  readonly currency: string;
  readonly selling: Selling;
  /** Of the services that can be chosen, by their ids. */
  readonly titles: ReadonlyMap<string, string>;
}

async function request(
  tx: Transaction,
  context: OrderingContext,
  input: Requesting,
  offered: Offered,
): Promise<{ number: number; link: string }> {
  const wish = readWish(input, offered);
  const client = await readClient(tx, context, input, true);
  await countOrder(tx, context, client.email);
  const { selling, currency } = offered;
  const order = await placeOrder(tx, await issuingNow(tx, context), {
    kind: 'custom',
    isQuoted: true,
    clientId: client.id,
    clientName: client.name,
    clientEmail: client.email,
    title: titleOfWish(wish),
    subject: { id: null, features: wishedFeatures(wish), deliveryDays: 0, supportDays: 0 },
    terms: agreedTerms(selling),
    brief: input.brief,
    wish,
    lines: [],
    tax: selling.tax,
    currency,
    total: NOTHING,
    isUrgent: false,
    contentItems: [],
  });
  await tellPlaced(tx, context, order);
  return { number: order.id, link: linkOf(context.sealer, order) };
}

/** What is wished for, with the titles that the services have now. All that is wrong is told at once. */
function readWish(
  { services, brief, budget, deadline }: Requesting,
  { currency, selling, titles }: Offered,
): OrderWish {
  const { limits, wrong: wrongLimits } = readLimits({ budget, deadline }, { currency, today: selling.today });
  const gone = services.findIndex(({ id }) => !titles.has(id));
  const wrong: Record<string, string> = {
    ...(gone < 0
      ? {}
      : { [`services.${gone}.id`]: 'A service that you chose is not offered any more. Look at the list again.' }),
    ...(services.length === 0 && brief === '' ? { brief: 'Choose a service above, or write what it is to be.' } : {}),
    ...wrongLimits,
  };
  refuseWrong(wrong);
  return {
    services: services.map(({ id, quantity }) => ({ id, title: titles.get(id) ?? '', quantity })),
    ...limits,
  };
}
