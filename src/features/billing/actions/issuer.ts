import { getSiteContent } from '#features/site/queries.ts';
import type { Db } from '#platform/database/database.ts';
import { getBillingSettings } from '../queries/settings.ts';
import { howToPay } from '../rules/payment-instructions.ts';
import type { Unissued } from '../rules/documents.ts';

/** What every document says of whoever issues it, as they are now. Throws UNAVAILABLE while the site has no content. */
export async function readIssuer(db: Db): Promise<Pick<Unissued, 'issuer' | 'howToPay'>> {
  const { profile } = await getSiteContent(db, ['profile']);
  const settings = await getBillingSettings(db);
  const { name, email, phone, address, country } = profile;
  return {
    issuer: {
      name,
      addressLines: [address, country].map(line => line.trim()).filter(line => line !== ''),
      email: email.trim() || null,
      phone: phone.trim() || null,
      taxId: settings.taxId,
    },
    howToPay: howToPay(settings),
  };
}
