import { readBillingToMove } from '#features/billing/actions/settings.ts';
import { readCatalogToMove } from '#features/pricing/actions/import-export.ts';
import { readTestimonialsToMove } from '#features/orders/actions/moving-testimonials.ts';
import type { Db } from '#platform/database/database.ts';

/** What an archive has of the business, each part with whether it is the owner's own. */
export async function readBusinessToMove(db: Db) {
  return {
    ...(await readCatalogToMove(db)),
    billing: await readBillingToMove(db),
    clientTestimonials: await readTestimonialsToMove(db),
  };
}
