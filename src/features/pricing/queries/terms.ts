import { asc, eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { PaymentTermsDto } from '../contract/payment-terms.ts';
import { renderTerms } from '../rules/payment-terms.ts';
import { paymentTerms, paymentTermSettings } from '../tables.ts';

/** Terms with variables, their settings and version. */
type PaymentTermTemplates = Pick<PaymentTermsDto, 'terms' | 'settings' | 'version'>;

/** Returns the terms before their variables are filled in. */
export async function getPaymentTermTemplates(db: Db): Promise<PaymentTermTemplates> {
  // One after the other: a transaction runs one query at a time.
  const [row] = await db.select().from(paymentTermSettings);
  const terms = await db.select().from(paymentTerms).orderBy(asc(paymentTerms.number));
  if (!row) throw new Error('The row of the selling terms is missing.');
  const { isSingleton: _row, version, installmentMinimumAmount: minor, currency, ...rest } = row;
  return { terms, settings: { ...rest, installmentMinimum: { minor, currency } }, version };
}

/** Returns the current terms: settings, and texts with variables filled in. Orders copy both. */
export async function getPaymentTerms(db: Db) {
  const { settings, terms } = await getPaymentTermTemplates(db);
  return { figures: settings, terms: renderTerms(terms, settings) };
}

/** Returns the version of the terms and locks them. */
export async function findTermsVersionForUpdate(tx: Transaction): Promise<number | undefined> {
  const [row] = await tx.select({ version: paymentTermSettings.version }).from(paymentTermSettings).for('update');
  return row?.version;
}

export async function updatePaymentTermTemplates(
  tx: Transaction,
  { terms, settings, version }: PaymentTermTemplates,
): Promise<void> {
  const { installmentMinimum, ...rest } = settings;
  await tx.update(paymentTermSettings).set({
    ...rest,
    installmentMinimumAmount: installmentMinimum.minor,
    currency: installmentMinimum.currency,
    version,
  });
  for (const { number, ...texts } of terms) {
    await tx.update(paymentTerms).set(texts).where(eq(paymentTerms.number, number));
  }
}
