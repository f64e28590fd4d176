import { chooseOrderTax } from '#features/billing/index.ts';
import { getPaymentTerms } from '#features/pricing/index.ts';
import { findTimeZone } from '#features/site/index.ts';
import type { Db } from '#platform/database/database.ts';
import { dayOf } from '#shared/dates.ts';
import type { PaymentTermNumber } from '../contract/enums.ts';
import type { SalesContext } from '../rules/sales-context.ts';

/** Returns the current payment terms and tax. */
export async function getSalesContext(db: Db, now: Temporal.Instant): Promise<SalesContext> {
  const [{ settings, terms }, timeZone] = await Promise.all([getPaymentTerms(db), findTimeZone(db)]);
  const today = dayOf(now, timeZone ?? 'UTC');
  const tax = await chooseOrderTax(db, null, today.toString());
  const texts = terms.map(({ number, text }) => ({ number: number as PaymentTermNumber, text }));
  return { settings, terms, agreedTerms: { settings, texts }, tax, today };
}
