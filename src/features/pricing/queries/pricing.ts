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

/** Returns the public pricing, each list in the owner's order. */
export async function getPricing(db: Db): Promise<Pricing> {
  const [planRows, serviceRows, packageRows, specializedRows, consultations, { terms }] = await Promise.all([
    db.select().from(plans).where(eq(plans.isHidden, false)).orderBy(asc(plans.position)),
    db.select().from(services).where(eq(services.isHidden, false)).orderBy(asc(services.position)),
    db
      .select()
      .from(customPackageDetails)
      .where(eq(customPackageDetails.isHidden, false))
      .orderBy(asc(customPackageDetails.position)),
    db
      .select()
      .from(specializedServices)
      .where(eq(specializedServices.isHidden, false))
      .orderBy(asc(specializedServices.position)),
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
  const [featureRows, optionRows] = await Promise.all([
    db
      .select()
      .from(consultationFeatures)
      .where(eq(consultationFeatures.isHidden, false))
      .orderBy(asc(consultationFeatures.position)),
    db
      .select()
      .from(consultationOptions)
      .where(eq(consultationOptions.isHidden, false))
      .orderBy(asc(consultationOptions.position)),
  ]);
  return { consultationFeatures: featureRows, consultationOptions: optionRows.map(withPrice) };
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
