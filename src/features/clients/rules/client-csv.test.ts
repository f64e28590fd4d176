import { describe, expect, it } from 'vitest';
import { writeCsvRows } from '#shared/csv.ts';
import { EMPTY_DETAILS } from '../contract/constants.ts';
import {
  applyRow,
  clientCsvHeading,
  type CsvClient,
  parseClientsCsv,
  toClientCells,
  toRowProblem,
} from './client-csv.ts';

const NO_E_INVOICE = { eInvoiceFormat: '', buyerReference: '', electronicAddressScheme: '', electronicAddress: '' };

const nora: CsvClient = {
  name: 'Nora Klein',
  emails: ['nora@acme.example', 'billing@acme.example'],
  phone: '+49 30 1',
  billing: { ...EMPTY_DETAILS, company: 'Acme, GmbH', street: 'Torstraße 1\nHof 2', city: 'Berlin', country: 'DE' },
  eInvoice: {
    eInvoiceFormat: 'xrechnung_ubl',
    buyerReference: '04011000-12345-03',
    electronicAddressScheme: '0204',
    electronicAddress: '04011000-12345-03',
  },
  language: 'de',
  currency: 'EUR',
  paymentDays: '0',
  reminderSchedule: { daysBefore: 2, isOnDueDate: true, daysAfter: [1, 7, null], warnsOfLateFee: true },
  notes: 'Said "yes"',
  tags: ['retainer', 'Berlin'],
};

describe('client CSV', () => {
  it('reads what it writes', () => {
    const csv = writeCsvRows([clientCsvHeading, toClientCells(nora)]);
    expect(parseClientsCsv(csv)).toEqual([{ row: 2, client: nora }]);
    expect(parseClientsCsv(csv.replace('\r\n', '\r\n\r\n'))).toEqual([{ row: 3, client: nora }]);
  });

  it('knows the columns of other programs, and countries by name', () => {
    const rows = parseClientsCsv('Organization,E-mail,Zip,Country,VAT number\nAcme,a@acme.example,10119,germany,DE1\n');
    expect(rows?.[0]?.client).toMatchObject({
      name: 'Acme',
      emails: ['a@acme.example'],
      billing: { company: 'Acme', postalCode: '10119', country: 'DE', taxId: 'DE1' },
    });
  });

  it('knows languages and formats by name, and which cells name no schedule', () => {
    const [row] =
      parseClientsCsv('Name,Language,E-invoice format,Payment reminders\nA,german,XRechnung (UBL),soon\n') ?? [];
    expect(row?.client).toMatchObject({
      language: 'de',
      eInvoice: { ...NO_E_INVOICE, eInvoiceFormat: 'xrechnung_ubl' },
      reminderSchedule: 'soon',
    });
  });

  it('returns undefined if no column is known', () => {
    expect(parseClientsCsv('a,b\n1,2\n')).toBeUndefined();
  });
});

describe('applyRow', () => {
  it('adds addresses and tags, and keeps the values of empty cells', () => {
    const row = { ...nora, emails: ['NORA@acme.example', 'n@acme.example'], phone: '', notes: '', tags: ['new'] };
    const changed = applyRow({ ...row, billing: { ...EMPTY_DETAILS, city: 'Bonn' } }, nora);
    expect(changed.emails).toEqual(['nora@acme.example', 'billing@acme.example', 'n@acme.example']);
    expect(changed).toMatchObject({ phone: nora.phone, notes: nora.notes, tags: ['retainer', 'Berlin', 'new'] });
    expect(changed.billing).toEqual({ ...nora.billing, city: 'Bonn' });
  });

  it('keeps all of a client whose row only has a name, as in lists without the newer columns', () => {
    const [row] = parseClientsCsv('Name,Email\nNora Klein,nora@acme.example\n') ?? [];
    expect(row && applyRow(row.client, nora)).toEqual(nora);
    expect(row && applyRow(row.client)).toMatchObject({ eInvoice: NO_E_INVOICE, language: '', reminderSchedule: null });
  });

  it.each([
    ['site', null],
    ['None', { daysBefore: null, isOnDueDate: false, daysAfter: [null, null, null], warnsOfLateFee: false }],
    [
      '3 days after; 14 days after',
      { daysBefore: null, isOnDueDate: false, daysAfter: [3, 14, null], warnsOfLateFee: false },
    ],
    [
      '1 day before, on the due date',
      { daysBefore: 1, isOnDueDate: true, daysAfter: [null, null, null], warnsOfLateFee: false },
    ],
  ])('reads the reminders “%s”', (cell, schedule) => {
    const [row] = parseClientsCsv(`Name,Payment reminders\nNora,"${cell}"\n`) ?? [];
    expect(row && applyRow(row.client, nora).reminderSchedule).toEqual(schedule);
  });
});

describe('toRowProblem', () => {
  it.each([
    ['billing.country', 'Country', 'wrong'],
    ['emails.1', 'Email', 'wrong'],
    ['language', 'Language', 'Use one of: en, de, fr, bn.'],
    ['reminderSchedule.daysAfter.1', 'Payment reminders', 'wrong'],
    ['eInvoice.electronicAddress', 'Electronic address', 'wrong'],
    ['version', '', 'wrong'],
  ])('finds the column of %s', (field, column, message) => {
    expect(toRowProblem(nora, { path: field.split('.'), message: 'wrong' })).toEqual({ column, message });
  });

  it('blames the scheme for an address without one', () => {
    const unknown = { eInvoice: { ...nora.eInvoice, electronicAddressScheme: '' } };
    const { column } = toRowProblem(unknown, { path: ['eInvoice', 'electronicAddress'], message: 'wrong' });
    expect(column).toBe('Electronic address scheme');
  });
});
