import { exportBillingSettings } from '#features/billing/index.ts';
import { exportPricing } from '#features/pricing/index.ts';
import { exportTestimonials } from '#features/testimonials/index.ts';
import { toArchiveNames } from '../rules/archive-names.ts';
import type { Db } from '#platform/database/database.ts';

/** Returns the business settings for an archive, each with whether the owner changed it. */
export async function getBusinessSettings(db: Db) {
  const { prices, paymentTerms } = await exportPricing(db);
  const billing = await exportBillingSettings(db);
  const clientTestimonials = await exportTestimonials(db);
  return {
    prices: { ...prices, value: toArchiveNames('prices', prices.value) },
    paymentTerms: { ...paymentTerms, value: toArchiveNames('paymentTerms', paymentTerms.value) },
    billing: { ...billing, value: toArchiveNames('billing', billing.value) },
    clientTestimonials: {
      ...clientTestimonials,
      value: toArchiveNames('clientTestimonials', clientTestimonials.value),
    },
  };
}
