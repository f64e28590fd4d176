import { and, asc, eq } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import type { Pricing } from '../contract/pricing.ts';
import { getPaymentTerms } from './terms.ts';
import {
  consultationFeatures,
  consultationOptions,
  customPackageDetails,
  plans,
  services,
  specializedServices,
} from '../tables.ts';

/** Lists the visible offers of a table, in the owner's order. */
async function listVisible<Row>(db: Db, table: { readonly $inferSelect: Row }): Promise<Row[]> {
  // The query names only columns that all tables of offers have.
  const offers = table as unknown as typeof customPackageDetails;
  const rows: unknown[] = await db
    .select()
    .from(offers)
    .where(eq(offers.isHidden, false))
    .orderBy(asc(offers.position));
  return rows as Row[];
}

/** Returns the public pricing, each list in the owner's order. */
export async function getPricing(db: Db): Promise<Pricing> {
  const [planRows, serviceRows, packageRows, specializedRows, consultations, { terms }] = await Promise.all([
    listVisible(db, plans),
    listVisible(db, services),
    listVisible(db, customPackageDetails),
    listVisible(db, specializedServices),
    getConsultationPricing(db),
    getPaymentTerms(db),
  ]);
  return {
    plans: planRows.map(withPrice),
    services: serviceRows.map(withPrice),
    customPackageDetails: packageRows,
    specializedServices: specializedRows,
    paymentTerms: terms,
    ...consultations,
  };
}

/** Returns the offered consultations and their features, each in the owner's order. */
export async function getConsultationPricing(
  db: Db,
): Promise<Pick<Pricing, 'consultationFeatures' | 'consultationOptions'>> {
  const [features, options] = await Promise.all([
    listVisible(db, consultationFeatures),
    listVisible(db, consultationOptions),
  ]);
  return { consultationFeatures: features, consultationOptions: options.map(withPrice) };
}

/** Returns an offered consultation, or null. A single query, since it is requested often. */
export async function findConsultationOption(db: Db, id: string) {
  const [row] = await db
    .select()
    .from(consultationOptions)
    .where(and(eq(consultationOptions.id, id), eq(consultationOptions.isHidden, false)));
  return row ? withPrice(row) : null;
}

function withPrice<Row extends { priceAmount: MinorUnits; currency: string }>(row: Row) {
  const { priceAmount, currency, ...rest } = row;
  return { ...rest, price: { minor: priceAmount, currency } };
}
