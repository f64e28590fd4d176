import { chooseOrderTax, type TaxBuyer } from '#features/billing/index.ts';
import type { PaymentTermSettings } from '#features/pricing/contract/payment-terms.ts';
import { getPaymentTerms } from '#features/pricing/index.ts';
import { getTimeZone } from '#features/site/index.ts';
import type { Db } from '#platform/database/database.ts';
import { dayOf } from '#shared/dates.ts';
import type { PaymentTermNumber } from '../contract/enums.ts';
import type { SalesContext } from '../rules/sales-context.ts';

/** Returns the current payment terms, with `changes` for one order, and the tax for a buyer, or for one without details. */
export async function getSalesContext(
  db: Db,
  now: Temporal.Instant,
  buyer: TaxBuyer | null = null,
  changes: Partial<PaymentTermSettings> = {},
): Promise<SalesContext> {
  const [{ settings, terms, ...translated }, timeZone] = await Promise.all([
    getPaymentTerms(db, changes),
    getTimeZone(db),
  ]);
  const today = dayOf(now, timeZone);
  const tax = await chooseOrderTax(db, buyer, today.toString());
  const texts = terms.map(({ number, text }) => ({ number: number as PaymentTermNumber, text }));
  return { settings, terms, agreedTerms: { settings, texts, ...translated }, tax, today };
}
