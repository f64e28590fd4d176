import { eq } from 'drizzle-orm';
import type { Db, Transaction } from '#platform/database/database.ts';
import type { CurrencyRate } from '../contract/money-report.ts';
import { currencyRates } from '../tables.ts';

/** Returns the value of one unit of each currency in `base`. */
export function listCurrencyRates(db: Db, base: string): Promise<CurrencyRate[]> {
  const { currency, rate } = currencyRates;
  return db.select({ currency, rate }).from(currencyRates).where(eq(currencyRates.base, base)).orderBy(currency);
}

export async function replaceCurrencyRates(
  tx: Transaction,
  base: string,
  rates: readonly CurrencyRate[],
): Promise<void> {
  await tx.delete(currencyRates).where(eq(currencyRates.base, base));
  if (rates.length > 0) await tx.insert(currencyRates).values(rates.map(rate => ({ base, ...rate })));
}

/** Lists the rates of all site currencies. */
export function listAllCurrencyRates(db: Db): Promise<(typeof currencyRates.$inferSelect)[]> {
  return db.select().from(currencyRates).orderBy(currencyRates.base, currencyRates.currency);
}

export async function replaceAllCurrencyRates(
  tx: Transaction,
  rates: readonly (typeof currencyRates.$inferInsert)[],
): Promise<void> {
  await tx.delete(currencyRates);
  if (rates.length > 0) await tx.insert(currencyRates).values([...rates]);
}
