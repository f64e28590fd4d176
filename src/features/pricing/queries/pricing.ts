import { and, asc, eq } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type { Db } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import type { Pricing } from '../contract/pricing.ts';
import { getPaymentTerms } from './terms.ts';
import { offerTables } from '../tables.ts';

/** Lists the visible offers of a table, in the owner's order. */
async function listVisible<Table extends PgTable & Record<'isHidden' | 'position', PgColumn>>(db: Db, table: Table) {
  const { isHidden, position } = table;
  const rows = await db.select().from<PgTable>(table).where(eq(isHidden, false)).orderBy(asc(position));
  return rows as Table['$inferSelect'][];
}

/** Returns the public pricing, each list in the owner's order. */
export async function getPricing(db: Db): Promise<Pricing> {
  const [planRows, serviceRows, packageRows, specializedRows, consultations, { terms }] = await Promise.all([
    listVisible(db, offerTables.plan),
    listVisible(db, offerTables.service),
    listVisible(db, offerTables.custom_package_detail),
    listVisible(db, offerTables.specialized_service),
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
export async function getConsultationPricing(db: Db) {
  const [features, options] = await Promise.all([
    listVisible(db, offerTables.consultation_feature),
    listVisible(db, offerTables.consultation_option),
  ]);
  return { consultationFeatures: features, consultationOptions: options.map(withPrice) };
}

/** Returns an offered consultation, or null. A single query, since it is requested often. */
export async function findConsultationOption(db: Db, id: string) {
  const options = offerTables.consultation_option;
  const [row] = await db
    .select()
    .from(options)
    .where(and(eq(options.id, id), eq(options.isHidden, false)));
  return row ? withPrice(row) : null;
}

function withPrice<Row extends { priceAmount: MinorUnits; currency: string }>(row: Row) {
  const { priceAmount, currency, ...rest } = row;
  return { ...rest, price: { minor: priceAmount, currency } };
}
