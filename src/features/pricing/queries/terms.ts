import { asc, eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { PaymentTermSettings, PaymentTerm } from '../contract/payment-terms.ts';
import { renderTerms } from '../rules/payment-terms.ts';
import { paymentTerms, paymentTermSettings } from '../tables.ts';

/** The terms as they are written, with the figures that they name, and the version of it all. */
export interface PaymentTermTemplates {
  readonly terms: PaymentTerm[];
  readonly figures: PaymentTermSettings;
  readonly version: number;
}

/** Reads what the terms say before their figures are filled in. */
export async function getPaymentTermTemplates(db: Db): Promise<PaymentTermTemplates> {
  // One after the other: a transaction asks one thing at a time.
  const [row] = await db.select().from(paymentTermSettings);
  const terms = await db.select().from(paymentTerms).orderBy(asc(paymentTerms.number));
  if (!row) throw new Error('The row of the selling terms is missing.');
  const { onlyRow: _row, version, installmentsFromMinor: minor, currency, ...rest } = row;
  return { terms, figures: { ...rest, installmentsFrom: { minor, currency } }, version };
}

/** The terms under which everything is sold by now: the figures, and the texts with the figures in them. Orders copy both. */
export async function getPaymentTerms(db: Db): Promise<{ figures: PaymentTermSettings; terms: PaymentTerm[] }> {
  const { figures, terms } = await getPaymentTermTemplates(db);
  return { figures, terms: renderTerms(terms, figures) };
}

/** The version of the terms; who writes them alone waits for it. */
export async function findTermsVersionForUpdate(tx: Transaction): Promise<number | undefined> {
  const [row] = await tx.select({ version: paymentTermSettings.version }).from(paymentTermSettings).for('update');
  return row?.version;
}

/** Writes all terms and their figures. */
export async function updatePaymentTermTemplates(
  tx: Transaction,
  { terms, figures, version }: PaymentTermTemplates,
): Promise<void> {
  const { installmentsFrom, ...rest } = figures;
  await tx.update(paymentTermSettings).set({
    ...rest,
    installmentsFromMinor: installmentsFrom.minor,
    currency: installmentsFrom.currency,
    version,
  });
  for (const { number, ...texts } of terms) {
    await tx.update(paymentTerms).set(texts).where(eq(paymentTerms.number, number));
  }
}
