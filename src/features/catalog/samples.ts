import { join } from 'node:path';
import { z } from 'zod';
import { announceChange } from '#platform/cache/content-changes.ts';
import type { Db } from '#platform/database/database.ts';
import { readYaml } from '#platform/files/content-folder.ts';
import { parseMoney } from '#shared/money.ts';
import {
  consultationFeatures,
  consultationOptions,
  customPackageDetails,
  paymentTerms,
  plans,
  services,
  specializedServices,
} from './tables.ts';

const CURRENCY = 'USD';
const text = z.string().min(1);

const planFile = z.array(
  z.strictObject({ id: text, name: text, price: text, tagline: text, description: text, features: z.array(text) }),
);
const serviceFile = z.array(
  z.strictObject({ id: text, title: text, price: z.int(), highlight: z.boolean(), description: z.array(text) }),
);
const packageFile = z.array(z.strictObject({ id: text, text }));
const specializedFile = z.array(z.strictObject({ id: text, title: text, description: text }));
const termFile = z.array(z.strictObject({ number: z.int(), short: text, text }));
const consultationFile = z.strictObject({
  features: z.array(z.strictObject({ name: text, description: text })),
  options: z.array(
    z.strictObject({
      id: text,
      title: text,
      description: text,
      price: z.int(),
      minutes: z.int(),
      priceUnit: z.enum(['session', 'hour']),
      isPrimary: z.boolean(),
    }),
  ),
});

function inOrder<Row>(rows: readonly Row[]): (Row & { position: number })[] {
  return rows.map((row, index) => ({ ...row, position: index + 1 }));
}

function priced<Row extends { price: string | number }>(row: Row) {
  const { price, ...rest } = row;
  const { minor, currency } = parseMoney(String(price), CURRENCY);
  return { ...rest, priceMinor: minor, currency };
}

/** Writes the sample price list and terms. */
export async function loadCatalogSamples(db: Db, folder: string): Promise<void> {
  const file = (name: string) => join(folder, 'catalog', name);
  const planRows = (await readYaml(file('plans.yaml'), planFile)).map(plan => ({
    ...priced({ ...plan, price: plan.price.replace(/\+$/, '') }),
    priceIsMinimum: plan.price.endsWith('+'),
  }));
  const consultation = await readYaml(file('consultation.yaml'), consultationFile);
  await db.insert(plans).values(inOrder(planRows));
  await db.insert(services).values(inOrder((await readYaml(file('services.yaml'), serviceFile)).map(priced)));
  await db.insert(customPackageDetails).values(inOrder(await readYaml(file('custom-package.yaml'), packageFile)));
  await db
    .insert(specializedServices)
    .values(inOrder(await readYaml(file('specialized-services.yaml'), specializedFile)));
  await db.insert(paymentTerms).values(await readYaml(file('payment-terms.yaml'), termFile));
  await db.insert(consultationFeatures).values(inOrder(consultation.features));
  await db.insert(consultationOptions).values(inOrder(consultation.options.map(priced)));
  await announceChange(db, 'catalog');
}
