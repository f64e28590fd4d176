/** Member states of the EU by ISO 3166-1 code. Their VAT IDs begin with it, except those of Greece. */
const EU_COUNTRIES: ReadonlySet<string> = new Set(
  'AT BE BG HR CY CZ DK EE FI FR DE GR HU IE IT LV LT LU MT NL PL PT RO SK SI ES SE'.split(' '),
);

/** Territories that count as part of another country for VAT on services; `XI` is Northern Ireland. */
const TERRITORIES: Readonly<Record<string, string>> = { MC: 'FR', IM: 'GB', XI: 'GB' };

/** Returns the country whose VAT rules apply to services in a country or territory. */
export const toVatCountry = (country: string) => TERRITORIES[country] ?? country;

export const isInEu = (country: string) => EU_COUNTRIES.has(toVatCountry(country));

/**
 * Returns the EU country in which a VAT ID is registered; null for other IDs. Northern Irish IDs (XI) are valid in the
 * EU for goods only, so they are null.
 */
export function getVatIdCountry(vatId: string): string | null {
  const prefix = /^([A-Z]{2})[0-9A-Z+*]{2,}$/.exec(vatId.replaceAll(/[\s.-]/g, '').toUpperCase())?.[1] ?? '';
  const country = prefix === 'EL' ? 'GR' : prefix;
  return prefix !== 'GR' && EU_COUNTRIES.has(country) ? country : null;
}

/** Returns the VAT ID of a party; null for a tax number without the prefix of its country. */
export function findVatId({
  taxId,
  country = '',
}: {
  readonly taxId: string | null;
  readonly country?: string | undefined;
}) {
  const compact = taxId?.toUpperCase().replaceAll(/[\s.\-/]|FORETAKSREGISTERET/g, '') ?? '';
  const prefixes = [country, toVatCountry(country), country === 'GR' ? 'EL' : country];
  return prefixes.includes(compact.slice(0, 2)) && /^[A-Z]{2}[0-9A-Z+*]{2,13}$/.test(compact) ? compact : null;
}

const names = new Intl.DisplayNames('en', { type: 'region' });

/** Returns the name of a country, with an article if a sentence needs one. */
export function formatCountry(country: string): string {
  const name = country === 'XI' ? 'Northern Ireland' : (names.of(country) ?? country);
  return /^(?:AE|GB|NL|PH|US)$/.test(country) ? `the ${name}` : name;
}
