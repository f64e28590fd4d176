interface VatFormat {
  /** The part after the country's prefix. */
  readonly pattern: RegExp;
  readonly example: string;
  /** The prefix if it isn't the country's code. */
  readonly prefix?: string;
}

const NORTHERN_IRELAND = /^(?:\d{9}|\d{12}|GD\d{3}|HA\d{3})$/;

/** VAT IDs by country: the EU (VIES, "VAT identification number structure"), Norway, Switzerland and the UK. */
const formats: Readonly<Record<string, VatFormat>> = {
  AT: { pattern: /^U\d{8}$/, example: 'ATU12345678' },
  BE: { pattern: /^[01]\d{9}$/, example: 'BE0123456789' },
  BG: { pattern: /^\d{9,10}$/, example: 'BG123456789' },
  CH: { pattern: /^E\d{9}(?:MWST|TVA|IVA)?$/, example: 'CHE123456789MWST' },
  CY: { pattern: /^\d{8}[A-Z]$/, example: 'CY12345678X' },
  CZ: { pattern: /^\d{8,10}$/, example: 'CZ12345678' },
  DE: { pattern: /^\d{9}$/, example: 'DE123456789' },
  DK: { pattern: /^\d{8}$/, example: 'DK12345678' },
  EE: { pattern: /^\d{9}$/, example: 'EE123456789' },
  ES: { pattern: /^[A-Z0-9]\d{7}[A-Z0-9]$/, example: 'ESX1234567X' },
  FI: { pattern: /^\d{8}$/, example: 'FI12345678' },
  FR: { pattern: /^[A-HJ-NP-Z0-9]{2}\d{9}$/, example: 'FRXX123456789' },
  GB: { pattern: NORTHERN_IRELAND, example: 'GB123456789' },
  GR: { pattern: /^\d{9}$/, example: 'EL123456789', prefix: 'EL' },
  HR: { pattern: /^\d{11}$/, example: 'HR12345678901' },
  HU: { pattern: /^\d{8}$/, example: 'HU12345678' },
  IE: { pattern: /^(?:\d[A-Z0-9+*]\d{5}[A-Z]|\d{7}[A-Z]{2})$/, example: 'IE1234567WA' },
  IT: { pattern: /^\d{11}$/, example: 'IT12345678901' },
  LT: { pattern: /^(?:\d{9}|\d{12})$/, example: 'LT123456789' },
  LU: { pattern: /^\d{8}$/, example: 'LU12345678' },
  LV: { pattern: /^\d{11}$/, example: 'LV12345678901' },
  MT: { pattern: /^\d{8}$/, example: 'MT12345678' },
  NL: { pattern: /^[A-Z0-9+*]{10}\d{2}$/, example: 'NL123456789B01' },
  NO: { pattern: /^\d{9}(?:MVA)?$/, example: 'NO123456789MVA' },
  PL: { pattern: /^\d{10}$/, example: 'PL1234567890' },
  PT: { pattern: /^\d{9}$/, example: 'PT123456789' },
  RO: { pattern: /^\d{2,10}$/, example: 'RO1234567890' },
  SE: { pattern: /^\d{12}$/, example: 'SE123456789012' },
  SI: { pattern: /^\d{8}$/, example: 'SI12345678' },
  SK: { pattern: /^\d{10}$/, example: 'SK1234567890' },
};

/** The formats of countries outside the EU. */
const OUTSIDE_EU = new Set(['CH', 'GB', 'NO']);

/** Returns whether a tax number has the prefix of a VAT ID of the EU or Northern Ireland, which VIES can check. */
export function isVatIdOfEu(taxId: string): boolean {
  const prefix = taxId.slice(0, 2);
  return (
    prefix === 'XI' ||
    Object.entries(formats).some(
      ([country, format]) => !OUTSIDE_EU.has(country) && (format.prefix ?? country) === prefix,
    )
  );
}

/**
 * Checks a tax number against the format of its country's VAT IDs. Returns it in upper case with its prefix and without
 * spaces, dots or hyphens; or the problem. Numbers of other countries are returned as entered.
 */
export function checkTaxId(taxId: string, country: string): { readonly taxId: string } | { readonly problem: string } {
  const format = formats[country];
  if (!format || taxId.trim() === '') return { taxId: taxId.trim() };
  const compact = taxId.toUpperCase().replaceAll(/[\s.\-/]/g, '');
  // VAT IDs of Northern Ireland start with XI, those of Great Britain with GB.
  const prefix = country === 'GB' && compact.startsWith('XI') ? 'XI' : (format.prefix ?? country);
  const number = compact.startsWith(prefix) ? compact.slice(prefix.length) : compact;
  return format.pattern.test(number)
    ? { taxId: prefix + number }
    : { problem: `Enter a VAT ID like ${format.example}, or leave this field empty.` };
}
