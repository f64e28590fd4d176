import { describe, expect, it } from 'vitest';
import { writeCsvRows } from '#platform/text/csv.ts';
import { EMPTY_DETAILS } from '../contract/constants.ts';
import { applyRow, clientCsvHeading, parseClientsCsv, toClientCells } from './client-csv.ts';

const nora = {
  name: 'Nora Klein',
  emails: ['nora@acme.example', 'billing@acme.example'],
  phone: '+49 30 1',
  billing: { ...EMPTY_DETAILS, company: 'Acme, GmbH', street: 'Torstraße 1\nHof 2', city: 'Berlin', country: 'DE' },
  notes: 'Said "yes"',
  tags: ['retainer', 'Berlin'],
};

describe('client CSV', () => {
  it('reads what it writes', () => {
    const csv = writeCsvRows([clientCsvHeading, toClientCells(nora)]);
    expect(parseClientsCsv(csv)).toEqual([{ row: 2, input: nora }]);
  });

  it('knows the columns of other programs, and countries by name', () => {
    const rows = parseClientsCsv('Organization,E-mail,Zip,Country,VAT number\nAcme,a@acme.example,10119,germany,DE1\n');
    expect(rows?.[0]?.input).toMatchObject({
      name: 'Acme',
      emails: ['a@acme.example'],
      billing: { company: 'Acme', postalCode: '10119', country: 'DE', taxId: 'DE1' },
    });
  });

  it('returns undefined if no column is known', () => {
    expect(parseClientsCsv('a,b\n1,2\n')).toBeUndefined();
  });
});

describe('applyRow', () => {
  it('adds addresses and tags, and keeps what is empty in the row', () => {
    const row = { ...nora, emails: ['NORA@acme.example', 'n@acme.example'], phone: '', notes: '', tags: ['new'] };
    const changed = applyRow({ ...row, billing: { ...EMPTY_DETAILS, city: 'Bonn' } }, nora);
    expect(changed.emails).toEqual(['nora@acme.example', 'billing@acme.example', 'n@acme.example']);
    expect(changed).toMatchObject({ phone: nora.phone, notes: nora.notes, tags: ['retainer', 'Berlin', 'new'] });
    expect(changed.billing).toEqual({ ...nora.billing, city: 'Bonn' });
  });
});
