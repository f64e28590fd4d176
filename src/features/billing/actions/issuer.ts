import { getSiteSections } from '#features/site/index.ts';
import { formatAddressLines } from '#features/clients/index.ts';
import type { DocumentLanguage } from '../contract/document-design.ts';
import type { Db } from '#platform/database/database.ts';
import { getBillingSettingsRow } from '../queries/settings.ts';
import { listPaymentInstructions } from '../rules/payment-instructions.ts';
import type { UnissuedDocument } from '../rules/documents.ts';
import { languageOf } from '../rules/labels.ts';
import { translateSiteTexts } from '../rules/site-texts.ts';
import { translateNotes } from '../rules/tax-notes.ts';

/**
 * Returns the issuer details, with the country in the given language, and payment instructions for new documents.
 * Throws UNAVAILABLE while the site has no content.
 */
export async function getIssuer(
  db: Db,
  language: DocumentLanguage = 'en',
): Promise<Pick<UnissuedDocument, 'issuer' | 'paymentInstructions'>> {
  const { profile } = await getSiteSections(db, ['profile']);
  const settings = await getBillingSettingsRow(db);
  const { name, email, phone, address, country } = profile;
  const { taxCountry, electronicAddressScheme: scheme, electronicAddress: value } = settings;
  const parts = toAddress(settings);
  return {
    issuer: {
      name,
      addressLines: parts
        ? formatAddressLines({ ...parts, country: taxCountry ?? '' }, language)
        : [address, country].map(line => line.trim()).filter(line => line !== ''),
      email: email.trim() || null,
      phone: phone.trim() || null,
      taxId: settings.taxId,
      ...(taxCountry === null ? {} : { country: taxCountry }),
      ...(parts && { address: parts }),
      ...(scheme !== null && value !== null ? { electronicAddress: { scheme, value } } : {}),
    },
    paymentInstructions: listPaymentInstructions(settings),
  };
}

/** Returns the seller's address by parts; null unless it was entered. */
function toAddress({ street, postalCode, city, region }: Awaited<ReturnType<typeof getBillingSettingsRow>>) {
  if (city === null) return null;
  return { street: street ?? '', postalCode: postalCode ?? '', city, region: region ?? '' };
}

/**
 * Translates the site's own texts in a document before it is issued: tax notes, lines, reasons and terms, and the
 * country of the issuer.
 */
export function translateDraft<
  Draft extends Parameters<typeof translateNotes>[0] & Parameters<typeof translateSiteTexts>[0],
>(draft: Draft): Draft {
  const language = languageOf(draft);
  const { address, country = '' } = draft.issuer;
  const translated = translateSiteTexts(translateNotes(draft));
  if (language === 'en' || !address) return translated;
  return {
    ...translated,
    issuer: { ...draft.issuer, addressLines: formatAddressLines({ ...address, country }, language) },
  };
}
