import { asc } from 'drizzle-orm';
import type { Db } from '#platform/database/database.ts';
import type { MinorUnits } from '#shared/money.ts';
import type { Pricing } from './contract.ts';
import {
  consultationFeatures,
  consultationOptions,
  customPackageDetails,
  paymentTerms,
  plans,
  services,
  specializedServices,
} from './tables.ts';

/** All that is for sale and the terms, each list in the owner's order. */
export async function getPricing(db: Db): Promise<Pricing> {
  const [planRows, serviceRows, packageRows, specializedRows, termRows, featureRows, optionRows] = await Promise.all([
    db.select().from(plans).orderBy(asc(plans.position)),
    db.select().from(services).orderBy(asc(services.position)),
    db.select().from(customPackageDetails).orderBy(asc(customPackageDetails.position)),
    db.select().from(specializedServices).orderBy(asc(specializedServices.position)),
    db.select().from(paymentTerms).orderBy(asc(paymentTerms.number)),
    db.select().from(consultationFeatures).orderBy(asc(consultationFeatures.position)),
    db.select().from(consultationOptions).orderBy(asc(consultationOptions.position)),
  ]);
  return {
    plans: planRows.map(withPrice),
    services: serviceRows.map(withPrice),
    customPackageDetails: packageRows,
    specializedServices: specializedRows,
    paymentTerms: termRows,
    consultationFeatures: featureRows,
    consultationOptions: optionRows.map(withPrice),
  };
}

function withPrice<Row extends { priceMinor: MinorUnits; currency: string }>(row: Row) {
  const { priceMinor, currency, ...rest } = row;
  return { ...rest, price: { minor: priceMinor, currency } };
}
