import { getSiteSections } from '#features/site/index.ts';
import type { Db } from '#platform/database/database.ts';
import { getBillingSettingsRow } from '../queries/settings.ts';
import { listPaymentInstructions } from '../rules/payment-instructions.ts';
import type { UnissuedDocument } from '../rules/documents.ts';

/**
 * Returns the issuer details and payment instructions for new documents. Throws UNAVAILABLE while the site has no
 * content.
 */
export async function getIssuer(db: Db): Promise<Pick<UnissuedDocument, 'issuer' | 'paymentInstructions'>> {
  const { profile } = await getSiteSections(db, ['profile']);
  const settings = await getBillingSettingsRow(db);
  const { name, email, phone, address, country } = profile;
  return {
    issuer: {
      name,
      addressLines: [address, country].map(line => line.trim()).filter(line => line !== ''),
      email: email.trim() || null,
      phone: phone.trim() || null,
      taxId: settings.taxId,
      ...(settings.taxCountry === null ? {} : { country: settings.taxCountry }),
    },
    paymentInstructions: listPaymentInstructions(settings),
  };
}
