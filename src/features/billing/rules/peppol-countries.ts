import {
  checkElectronicAddress,
  findRegistration,
  type MissingEInvoiceData,
} from '#features/e-invoices/contract/constants.ts';
import type { BillingDocument } from '../contract/documents.ts';
import { findVatId } from './tax-areas.ts';

type Part = 'street' | 'postalCode' | 'city';

const PART_LABELS: Readonly<Record<Part, string>> = { street: 'street', postalCode: 'postal code', city: 'city' };

interface Requirements {
  readonly address: readonly Part[];
  /** The number that the electronic address must be. */
  readonly registration?: { readonly scheme: string; readonly label: string };
  /** Whether they apply to buyers in the country, too. */
  readonly appliesToBuyers: boolean;
}

/** By the seller's country: NL-R-002, NL-R-004; IT-R-002 to 004; DK-R-002, DK-R-014; IS-R-002 to 005. */
const requirements: Readonly<Record<string, Requirements>> = {
  NL: { address: ['street', 'postalCode', 'city'], appliesToBuyers: true },
  IT: { address: ['street', 'postalCode', 'city'], appliesToBuyers: false },
  DK: { address: [], registration: { scheme: '0184', label: 'CVR number' }, appliesToBuyers: false },
  IS: {
    address: ['street', 'postalCode'],
    registration: { scheme: '0196', label: 'kennitala' },
    appliesToBuyers: true,
  },
};

/**
 * Lists the unmet requirements of Peppol BIS Billing for sellers in some countries, and for their buyers in the same
 * country. Rules are named as in its Schematron file. `rates` are those of standard taxes, in basis points; `hasVatIds`
 * is false if all lines are outside the scope of VAT.
 */
export function listPeppolProblems(
  { issuer, client }: Pick<BillingDocument, 'issuer' | 'client'>,
  { rates, hasVatIds }: { readonly rates: readonly number[]; readonly hasVatIds: boolean },
): MissingEInvoiceData[] {
  const { country = '', taxId } = issuer;
  const vatId = hasVatIds ? findVatId(issuer) : null;
  const found: MissingEInvoiceData[] = [];
  const check = (holds: boolean, message: string, page: MissingEInvoiceData['page'] = 'billing_settings') => {
    if (!holds) found.push({ message, page });
  };
  const required = requirements[country];
  for (const [name, party, page] of [
    ['seller', issuer, 'billing_settings'],
    ['buyer', client, 'client'],
  ] as const) {
    if (!required || (party === client && !(required.appliesToBuyers && client.country === country))) continue;
    const { address, registration } = required;
    for (const part of address) {
      const label = PART_LABELS[part];
      check(Boolean(party.address?.[part]), `The ${name}’s ${label} is missing: required for e-invoices.`, page);
    }
    // A missing electronic address is named anyway.
    if (!registration || !party.electronicAddress) continue;
    const isRegistered = findRegistration(party.electronicAddress)?.scheme === registration.scheme;
    check(isRegistered, `The ${name}’s Peppol address must be its ${registration.label}.`, page);
  }
  if (country === 'IT' && hasVatIds && vatId === null) {
    // IT-R-001.
    const isTaxNumber = /^[A-Z0-9]{11,16}$/.test(taxId ?? '');
    check(isTaxNumber, 'The seller’s tax number must have 11 to 16 letters and digits.');
  }
  if (country === 'NO' && vatId?.startsWith('NO')) {
    // NO-R-001.
    const checked = checkElectronicAddress({ scheme: '0192', value: /^NO(\d{9})MVA$/.exec(vatId)?.[1] ?? '0' });
    check('address' in checked, 'The seller’s VAT ID must look like NO974760673MVA.');
  }
  if (country === 'SE' && hasVatIds) {
    // SE-R-001, 002, 005 and 006.
    check(/^SE\d{12}$/.test(vatId ?? ''), 'The seller’s VAT ID must look like SE556036079301.');
    const areUsual = rates.every(rate => [2500, 1200, 600].includes(rate));
    check(areUsual, 'Sellers in Sweden can only charge 25%, 12% or 6% VAT in Peppol invoices.', null);
  }
  // GR-R-004.
  const hasNoMark = 'Peppol invoices from Greece need a MARK number from myDATA, which Freehold can’t request.';
  check(country !== 'GR', hasNoMark, null);
  return found;
}
