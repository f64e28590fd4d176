import { type BillingDetails, billingDetailNames, type DocumentLanguage } from '../contract/constants.ts';
import type { EInvoiceSettings } from '../contract/e-invoice.ts';
import { getCountryName } from '../contract/countries.ts';

/** Countries that print the city, the state and the postal code in one line, in this order. */
const CITY_FIRST = new Set(['AU', 'CA', 'GB', 'IE', 'IN', 'NZ', 'US']);

/** Returns the lines of a postal address as they are printed, with the country's name last. */
export function formatAddressLines(
  { street, postalCode, city, region, country }: Omit<BillingDetails, 'company' | 'taxId'>,
  language?: DocumentLanguage,
): string[] {
  const place = CITY_FIRST.has(country)
    ? [`${city}${city && region ? ', ' : ''}${region} ${postalCode}`]
    : [`${postalCode} ${city}`, region];
  return [...street.split('\n'), ...place, country && getCountryName(country, language)]
    .map(line => line.trim())
    .filter(Boolean);
}

/** Returns the client's block on a document. For a company, its contact is in the first line below the name. */
export function toDocumentClient(
  client: { readonly name: string; readonly email: string },
  details: BillingDetails,
  routing?: Omit<EInvoiceSettings, 'eInvoiceFormat'>,
  language: DocumentLanguage = 'en',
) {
  const { name, email } = client;
  const { company, street, postalCode, city, region, country, taxId } = details;
  return {
    name: company || name,
    email,
    addressLines: [...(company && company !== name ? [name] : []), ...formatAddressLines(details, language)],
    taxId: taxId || null,
    ...(country ? { country } : {}),
    ...(city || postalCode ? { address: { street, postalCode, city, region } } : {}),
    ...(routing?.buyerReference && { buyerReference: routing.buyerReference }),
    ...(routing?.electronicAddress && {
      electronicAddress: { scheme: routing.electronicAddressScheme, value: routing.electronicAddress },
    }),
    ...(language === 'en' ? {} : { language }),
  };
}

/** The client's block on a document. */
interface PrintedClient {
  readonly name: string;
  readonly addressLines: readonly string[];
  readonly country?: string | undefined;
  readonly address?: Omit<BillingDetails, 'company' | 'country' | 'taxId'> | undefined;
}

/**
 * Returns the name for the greeting of emails about a document: a company's contact if the document has one, otherwise
 * the client's name.
 */
export function getContactName({ name, addressLines, address, country = '' }: PrintedClient): string {
  if (!address) return name;
  const printed = formatAddressLines({ ...address, country }).length;
  return addressLines.length > printed ? (addressLines[0] ?? name) : name;
}

/** Returns whether two details are the same. */
export const isSameDetails = (one: BillingDetails, other: BillingDetails) =>
  billingDetailNames.every(name => one[name] === other[name]);

/** Returns the billing details of an object, without its other fields. */
export function pickDetails({
  company,
  street,
  postalCode,
  city,
  region,
  country,
  taxId,
}: BillingDetails): BillingDetails {
  return { company, street, postalCode, city, region, country, taxId };
}

/** Returns how a client gets e-invoices, without its other fields. */
export function pickEInvoiceSettings({
  eInvoiceFormat,
  buyerReference,
  electronicAddressScheme,
  electronicAddress,
}: EInvoiceSettings): EInvoiceSettings {
  return { eInvoiceFormat, buyerReference, electronicAddressScheme, electronicAddress };
}
