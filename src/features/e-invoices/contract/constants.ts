import { ownValue } from '#shared/own-value.ts';

// Separate from the contract so pages don't load the validator.

/** The formats in which invoices and credit notes are available, in addition to PDF. */
export const eInvoiceFormats = ['factur_x', 'xrechnung_ubl', 'xrechnung_cii', 'peppol_bis'] as const;
export type EInvoiceFormat = (typeof eInvoiceFormats)[number];

export const eInvoiceFormatLabels: Readonly<Record<EInvoiceFormat, string>> = {
  factur_x: 'Factur-X / ZUGFeRD (PDF)',
  xrechnung_ubl: 'XRechnung (UBL)',
  xrechnung_cii: 'XRechnung (CII)',
  peppol_bis: 'Peppol BIS Billing (UBL)',
};

/** Pages on which data of e-invoices is entered. */
export const eInvoiceDataPages = ['billing_settings', 'profile', 'client'] as const;
export type EInvoiceDataPage = (typeof eInvoiceDataPages)[number];

/** Data missing for an e-invoice, and the page to enter it on; null if it can't be entered. */
export interface MissingEInvoiceData {
  readonly message: string;
  readonly page: EInvoiceDataPage | null;
}

/** An address in a network for e-invoices (EN 16931 BT-34, BT-49). */
export interface ElectronicAddress {
  /** A code of the EAS list, such as 0204. */
  readonly scheme: string;
  readonly value: string;
}

interface Scheme {
  readonly label: string;
  readonly pattern: RegExp;
  readonly example: string;
  /** Checks the check digits of a value that matches the pattern. */
  readonly isValid?: (value: string) => boolean;
}

const vat = (country: string, prefix: string, example: string): Scheme => ({
  label: `VAT ID, ${country}`,
  pattern: new RegExp(`^${prefix}[A-Z0-9]{6,13}$`),
  example,
});

/** The schemes of the EAS list that can be chosen. */
export const addressSchemes: Readonly<Record<string, Scheme>> = {
  EM: { label: 'Email address', pattern: /^[^@\s]+@(?:[^@.\s]+\.)+[^@.\s]+$/, example: 'invoices@example.com' },
  '0088': { label: 'GLN (Global Location Number)', pattern: /^\d{13}$/, example: '4012345000009', isValid: isGln },
  '0060': { label: 'DUNS number', pattern: /^\d{9}$/, example: '150483782' },
  '9915': vat('Austria', 'ATU', 'ATU12345678'),
  '0208': {
    label: 'Enterprise number, Belgium',
    pattern: /^[01]\d{9}$/,
    example: '0202239951',
    isValid: value => 97 - (Number(value.slice(0, 8)) % 97) === Number(value.slice(8)),
  },
  '9925': vat('Belgium', 'BE', 'BE0202239951'),
  '0184': { label: 'CVR number, Denmark', pattern: /^\d{8}$/, example: '13585628' },
  '0191': { label: 'Company code, Estonia', pattern: /^\d{8}$/, example: '11111111' },
  '0216': { label: 'OVT code, Finland', pattern: /^0037\d{8}[A-Z0-9]{0,5}$/, example: '003712345671' },
  '0002': { label: 'SIREN, France', pattern: /^\d{9}$/, example: '123456782' },
  '0009': { label: 'SIRET, France', pattern: /^\d{14}$/, example: '12345678200010' },
  '0225': { label: 'Peppol address with SIREN, France', pattern: /^\d{9}(?:_[\w-]{1,80})?$/, example: '123456782' },
  '0204': {
    label: 'Leitweg-ID, Germany',
    pattern: /^\d{2,12}(?:-[A-Z0-9]{1,30})?-\d{2}$/,
    example: '04011000-12345-03',
    isValid: isLeitwegId,
  },
  '9930': vat('Germany', 'DE', 'DE123456789'),
  '9935': vat('Ireland', 'IE', 'IE1234567WA'),
  '0211': { label: 'VAT ID, Italy', pattern: /^IT\d{11}$/, example: 'IT12345670017' },
  '9938': vat('Luxembourg', 'LU', 'LU12345678'),
  '0196': {
    label: 'Kennitala, Iceland',
    pattern: /^\d{10}$/,
    example: '5501692829',
    isValid: value => hasModulo11Digit(value.slice(0, 9)),
  },
  '0106': { label: 'KVK number, Netherlands', pattern: /^\d{8}$/, example: '12345678' },
  '0190': { label: 'OIN, Dutch government', pattern: /^\d{20}$/, example: '00000001003214345000' },
  '9944': vat('Netherlands', 'NL', 'NL123456789B01'),
  '0192': {
    label: 'Organization number, Norway',
    pattern: /^\d{9}$/,
    example: '974760673',
    isValid: hasModulo11Digit,
  },
  '9945': vat('Poland', 'PL', 'PL1234567890'),
  '9946': vat('Portugal', 'PT', 'PT123456789'),
  '9920': vat('Spain', 'ES', 'ESX1234567X'),
  '0007': {
    label: 'Organization number, Sweden',
    pattern: /^\d{10}$/,
    example: '5560360793',
    isValid: hasLuhnDigit,
  },
  '9927': vat('Switzerland', 'CHE', 'CHE123456789'),
  '9932': vat('United Kingdom', 'GB', 'GB123456789'),
};

/** Returns an electronic address without spaces; or the problem; or null if it is empty. */
export function checkElectronicAddress({
  scheme,
  value,
}: ElectronicAddress): { readonly address: ElectronicAddress | null } | { readonly problem: string } {
  const compact = value.replaceAll(/\s/g, '');
  if (compact === '') return { address: null };
  const known = ownValue(addressSchemes, scheme);
  if (!known) return { problem: 'Choose the type of this address.' };
  const entered = scheme === 'EM' ? compact : compact.toUpperCase();
  if (known.pattern.test(entered) && (known.isValid?.(entered) ?? true)) {
    return { address: { scheme, value: entered } };
  }
  return { problem: `Check this address: it should look like ${known.example}.` };
}

/**
 * Returns the problem of a buyer reference that has the form of a Leitweg-ID with three parts but wrong check digits;
 * other references are free text.
 */
export function findLeitwegProblem(reference: string): string | null {
  if (!/^\d{2,12}-[A-Z0-9]{1,30}-\d{2}$/i.test(reference) || isLeitwegId(reference.toUpperCase())) return null;
  return 'Check this Leitweg-ID: its last two digits don’t match the rest.';
}

/** Checks ISO 7064 MOD 97-10 over digits and letters (A is 10). */
function isLeitwegId(value: string): boolean {
  const digits = Array.from(value.replaceAll('-', ''), character => Number.parseInt(character, 36)).join('');
  return BigInt(digits) % 97n === 1n;
}

function isGln(value: string): boolean {
  const sum = Array.from(value, Number).reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 1 : 3), 0);
  return sum % 10 === 0;
}

function hasModulo11Digit(value: string): boolean {
  const weights = [3, 2, 7, 6, 5, 4, 3, 2, 1];
  return weights.reduce((sum, weight, index) => sum + weight * Number(value[index]), 0) % 11 === 0;
}

function hasLuhnDigit(value: string): boolean {
  const sum = Array.from(value, Number).reduce((total, digit, index) => {
    const doubled = index % 2 === 0 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

/** The schemes whose values are also entries of a register (ISO 6523). */
const registers = new Set(['0007', '0106', '0184', '0190', '0191', '0192', '0196', '0208']);

/** Returns the registration number that an electronic address contains (EN 16931 BT-30, BT-47); null if it has none. */
export function findRegistration({ scheme, value }: ElectronicAddress): ElectronicAddress | null {
  // A SIRET and a French Peppol address start with the SIREN.
  if (['0002', '0009', '0225'].includes(scheme)) return { scheme: '0002', value: value.slice(0, 9) };
  return registers.has(scheme) ? { scheme, value } : null;
}

/** The files that can be read: XML, or PDF with embedded XML. */
export const receivedFileTypes = ['application/pdf', 'application/xml', 'text/xml'];
export const MAX_RECEIVED_BYTES = 10 * 1024 * 1024;
