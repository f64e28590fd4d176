import { asc, eq } from 'drizzle-orm';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db, Transaction } from '#platform/database/database.ts';
import { editConflict } from '#shared/errors.ts';
import type { EditableTerm, PaymentTerm, PaymentTermSettings, PaymentTermsDto } from '../contract/payment-terms.ts';
import { renderTerms, renderTranslations } from '../rules/payment-terms.ts';
import { paymentTerms, paymentTermSettings } from '../tables.ts';

type EditedTerm = PaymentTerm & { readonly translations?: EditableTerm['translations'] | undefined };

/** Returns the terms before their variables are filled in, with their settings and version. */
export async function getPaymentTermTemplates(db: Db) {
  // One after the other: a transaction runs one query at a time.
  const [row] = await db.select().from(paymentTermSettings);
  const terms = await db.select().from(paymentTerms).orderBy(asc(paymentTerms.number));
  if (!row) throw new Error('The row with the payment term settings is missing.');
  const { isSingleton: _row, version, installmentMinimumAmount: minor, currency, ...rest } = row;
  return { terms, settings: { ...rest, installmentMinimum: { minor, currency } }, version };
}

/**
 * Returns the current terms: settings, and texts with variables filled in. Orders copy both; `changes` are settings that
 * were agreed on for one order.
 */
export async function getPaymentTerms(db: Db, changes: Partial<PaymentTermSettings> = {}) {
  const { settings: saved, terms } = await getPaymentTermTemplates(db);
  const settings = { ...saved, ...changes };
  return { settings, terms: renderTerms(terms, settings), ...renderTranslations(terms, settings) };
}

/**
 * Replaces all payment terms; placed orders keep theirs. Terms without `translations` keep those they have. Throws
 * CONFLICT if they are not in the `expected` version, if one is given.
 */
export async function importPaymentTerms(
  tx: Transaction,
  { terms, settings }: Pick<PaymentTermsDto, 'settings'> & { terms: readonly EditedTerm[] },
  expected?: number,
): Promise<void> {
  const [current] = await tx.select({ version: paymentTermSettings.version }).from(paymentTermSettings).for('update');
  if (expected !== undefined && current?.version !== expected) throw editConflict();
  const { installmentMinimum, ...rest } = settings;
  await tx.update(paymentTermSettings).set({
    ...rest,
    installmentMinimumAmount: installmentMinimum.minor,
    currency: installmentMinimum.currency,
    version: (current?.version ?? 0) + 1,
  });
  for (const { number, ...texts } of terms)
    await tx.update(paymentTerms).set(texts).where(eq(paymentTerms.number, number));
  await invalidateTag(tx, 'pricing');
}
