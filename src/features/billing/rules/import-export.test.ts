import { expect, it } from 'vitest';
import { parseExportedBillingSettings } from './import-export.ts';

it('exported billing settings of an earlier version are read', () => {
  const former = {
    taxId: null,
    taxName: 'VAT',
    taxRate: '7.5',
    prices: 'net',
    paper: 'Letter',
    bank: 'IBAN',
    bkash: 'To 017',
    nagad: null,
    exchangeRates: [{ currency: 'EUR', rate: '128.50', on: '2026-11-20' }],
  };
  const value = {
    taxId: null,
    taxName: 'VAT',
    taxRate: '7.5',
    taxBehavior: 'net',
    paperSize: 'Letter',
    bankTransferInstructions: 'IBAN',
    bkashInstructions: 'To 017',
    nagadInstructions: null,
    exchangeRates: former.exchangeRates,
  };
  expect(parseExportedBillingSettings(former)).toEqual({ value });
  expect(parseExportedBillingSettings(value)).toEqual({ value });
});
