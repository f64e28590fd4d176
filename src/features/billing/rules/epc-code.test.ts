import { expect, it } from 'vitest';
import { toMinorUnits } from '#shared/money-arithmetic.ts';
import { formatEpcCode } from './epc-code.ts';

const document = {
  bankAccount: { iban: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
  currency: 'EUR',
  number: '2026-0042',
  issuer: { name: `Mara Lindqvist ${'x'.repeat(80)}`, addressLines: [], email: null, phone: null, taxId: null },
};

it('fills in a transfer in euros', () => {
  expect(formatEpcCode(document, toMinorUnits(123_405))?.split('\n')).toEqual([
    'BCD',
    '002',
    '1',
    'SCT',
    'COBADEFFXXX',
    document.issuer.name.slice(0, 70),
    'DE89370400440532013000',
    'EUR1234.05',
    '',
    '',
    '2026-0042',
  ]);
  const withoutBic = { ...document, bankAccount: { ...document.bankAccount, bic: null } };
  expect(formatEpcCode(withoutBic, toMinorUnits(1))).toContain('SCT\n\nMara');
});

it.each([
  ['another currency', { currency: 'USD' }, 100],
  ['no amount due', {}, 0],
  ['an overpaid amount', {}, -5],
  ['more than a transfer can have', {}, 100_000_000_000],
  ['no account', { bankAccount: undefined }, 100],
])('has no code for %s', (_case, changes, amount) => {
  expect(formatEpcCode({ ...document, ...changes }, toMinorUnits(amount))).toBeNull();
});
