import { exportBillingSettings } from '#features/billing/actions/settings.ts';
import { exportPricing } from '#features/pricing/actions/import-export.ts';
import { exportTestimonials } from '#features/orders/testimonials/actions/import-export.ts';
import type { Db } from '#platform/database/database.ts';

/** Returns the business settings for an archive, each with whether the owner changed it. */
export async function getBusinessSettings(db: Db) {
  return {
    ...(await exportPricing(db)),
    billing: await exportBillingSettings(db),
    clientTestimonials: await exportTestimonials(db),
  };
}
