import { join } from 'node:path';
import { z } from 'zod';
import type { SampleSource } from '#platform/api/sample-content.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Transaction } from '#platform/database/database.ts';
import { readYaml } from '#platform/files/content-files.ts';
import { parseMoney } from '#shared/money-arithmetic.ts';
import { type OfferKind, offerKinds } from './contract/offer-kinds.ts';
import { insertOfferRow, listOfferRowsForUpdate } from './queries/offers.ts';
import { offerKindDefinitions } from './rules/offer-kinds.ts';
import { isHighlighted, type OfferData } from './rules/offers.ts';
import { paymentTerms } from './tables.ts';

const CURRENCY = 'USD';
const text = z.string().min(1);

const planFile = z.array(
  z.strictObject({
    id: text,
    name: text,
    price: text,
    tagline: text,
    description: text,
    features: z.array(text),
    deliveryDays: z.int(),
    supportDays: z.int(),
    contentItems: z.array(text),
    isHighlighted: z.boolean(),
  }),
);
const serviceFile = z.array(
  z.strictObject({ id: text, title: text, price: z.int(), isHighlighted: z.boolean(), description: z.array(text) }),
);
const packageFile = z.array(z.strictObject({ id: text, text }));
const specializedFile = z.array(z.strictObject({ id: text, title: text, description: text }));
const termFile = z.array(z.strictObject({ number: z.int(), title: text, text }));
const consultationFile = z.strictObject({
  features: z.array(z.strictObject({ id: text, name: text, description: text })),
  options: z.array(
    z.strictObject({
      id: text,
      title: text,
      description: text,
      price: z.int(),
      durationMinutes: z.int(),
      priceUnit: z.enum(['session', 'hour']),
      isPrimary: z.boolean(),
    }),
  ),
});

function priced<Row extends { price: string | number }>(row: Row) {
  const { price, ...rest } = row;
  const { minor, currency } = parseMoney(String(price), CURRENCY);
  return { ...rest, priceAmount: minor, currency };
}

/** Reads the sample rows of each kind. */
async function readCatalogSamples(folder: string): Promise<Record<OfferKind, (OfferData & { id: string })[]>> {
  const file = (name: string) => join(folder, 'pricing', name);
  const consultation = await readYaml(file('consultation.yaml'), consultationFile);
  return {
    plan: (await readYaml(file('plans.yaml'), planFile)).map(plan => ({
      ...priced({ ...plan, price: plan.price.replace(/\+$/, '') }),
      isStartingPrice: plan.price.endsWith('+'),
    })),
    service: (await readYaml(file('services.yaml'), serviceFile)).map(priced),
    custom_package_detail: await readYaml(file('custom-package.yaml'), packageFile),
    consultation_option: consultation.options.map(priced),
    consultation_feature: consultation.features,
    specialized_service: await readYaml(file('specialized-services.yaml'), specializedFile),
  };
}

/** Adds missing sample offers after the existing ones, and the terms if there are none. */
export async function seedPricing(tx: Transaction, { folder }: Pick<SampleSource, 'folder'>): Promise<void> {
  const samples = await readCatalogSamples(folder);
  for (const kind of offerKinds) {
    const rows = await listOfferRowsForUpdate(tx, kind);
    const { highlightField } = offerKindDefinitions[kind];
    let position = Math.max(0, ...rows.map(row => row.position));
    for (const { id, ...columns } of samples[kind]) {
      if (rows.some(row => row.id === id)) continue;
      // Only one offer of a kind is highlighted: keep the owner's choice.
      const hasHighlight = highlightField && rows.some(row => isHighlighted(kind, row.columns));
      position += 1;
      await insertOfferRow(tx, kind, {
        id,
        position,
        columns: hasHighlight ? { ...columns, [highlightField]: false } : columns,
        isSample: true,
      });
    }
  }
  const terms = await readYaml(join(folder, 'pricing', 'payment-terms.yaml'), termFile);
  await tx.insert(paymentTerms).values(terms).onConflictDoNothing();
  await invalidateTag(tx, 'pricing');
}
