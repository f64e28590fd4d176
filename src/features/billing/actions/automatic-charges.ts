import type { ApiServices } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import type { BillingDocumentRow } from '../queries/documents.ts';

type Charged = Pick<BillingDocumentRow, 'id' | 'orderId'>;

declare module '#platform/api/context.ts' {
  interface FeatureExtensions {
    /** Returns the day on which a document is charged automatically next; null if it isn't. */
    readonly findAutomaticCharge?: (
      db: Db,
      services: Pick<ApiServices, 'now'>,
      document: Charged,
    ) => Promise<Temporal.PlainDate | null>;
  }
}

/** Returns the day on which a document is charged automatically next, such as 2027-02-01; null if it isn't. */
export async function findAutomaticCharge(
  db: Db,
  services: Pick<ApiServices, 'features' | 'now'>,
  document: Charged,
): Promise<string | null> {
  for (const { findAutomaticCharge: find } of services.features) {
    const day = await find?.(db, services, document);
    if (day) return day.toString();
  }
  return null;
}
