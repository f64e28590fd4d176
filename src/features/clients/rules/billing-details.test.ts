import { describe, expect, it } from 'vitest';
import { EMPTY_DETAILS } from '../contract/constants.ts';
import { formatAddressLines, getContactName, toDocumentClient } from './billing-details.ts';

const acme = {
  company: 'Acme GmbH',
  street: 'Torstraße 1\nHof 2',
  postalCode: '10119',
  city: 'Berlin',
  region: '',
  country: 'DE',
  taxId: 'DE123456789',
};

describe('formatAddressLines', () => {
  it('puts the postal code before or after the city, as the country does', () => {
    expect(formatAddressLines(acme)).toEqual(['Torstraße 1', 'Hof 2', '10119 Berlin', 'Germany']);
    const us = {
      ...EMPTY_DETAILS,
      street: '1 Main St',
      postalCode: '78701',
      city: 'Austin',
      region: 'TX',
      country: 'US',
    };
    expect(formatAddressLines(us)).toEqual(['1 Main St', 'Austin, TX 78701', 'United States']);
    expect(formatAddressLines(EMPTY_DETAILS)).toEqual([]);
  });

  it.each([
    [{ postalCode: '14467', city: 'Potsdam', region: 'Brandenburg', country: '' }, ['14467 Potsdam', 'Brandenburg']],
    [{ postalCode: 'N1 9GU', city: 'London', country: 'GB' }, ['London N1 9GU', 'United Kingdom']],
    [{ postalCode: '78701', region: 'TX', country: 'US' }, ['TX 78701', 'United States']],
    [{ city: 'Dublin', country: 'IE' }, ['Dublin', 'Ireland']],
  ])('prints %j', (details, lines) => {
    expect(formatAddressLines({ ...EMPTY_DETAILS, ...details })).toEqual(lines);
  });
});

describe('toDocumentClient', () => {
  it('names the company, then its contact', () => {
    const contact = { name: 'Nora Klein', email: 'nora@acme.example' };
    expect(toDocumentClient(contact, acme)).toEqual({
      name: 'Acme GmbH',
      email: 'nora@acme.example',
      addressLines: ['Nora Klein', 'Torstraße 1', 'Hof 2', '10119 Berlin', 'Germany'],
      taxId: 'DE123456789',
      country: 'DE',
      address: { street: 'Torstraße 1\nHof 2', postalCode: '10119', city: 'Berlin', region: '' },
    });
    expect(toDocumentClient(contact, EMPTY_DETAILS)).toEqual({ ...contact, addressLines: [], taxId: null });
  });
});

describe('the client’s block on a document', () => {
  const client = { name: 'Nora Klein', email: 'nora@acme.example' };
  const none = { buyerReference: '', electronicAddressScheme: '', electronicAddress: '' };
  const block = (details: object, routing: object = {}, language: 'en' | 'de' = 'en') =>
    toDocumentClient(client, { ...EMPTY_DETAILS, ...details }, { ...none, ...routing }, language);

  it('has routing details only if the client has them', () => {
    expect(block({})).toEqual({ ...client, addressLines: [], taxId: null });
    const routing = { buyerReference: '04011000-1', electronicAddressScheme: '9930', electronicAddress: 'DE1' };
    expect(block({}, routing)).toMatchObject({
      buyerReference: '04011000-1',
      electronicAddress: { scheme: '9930', value: 'DE1' },
    });
  });

  it('has the address in parts with a city or a postal code, and a language other than English', () => {
    expect(block({ street: 'Torstraße 1' })).not.toHaveProperty('address');
    expect(block({ city: 'Berlin' }).address).toMatchObject({ city: 'Berlin', postalCode: '' });
    expect(block({ postalCode: '10119' }).address).toMatchObject({ city: '', postalCode: '10119' });
    expect(block({ country: 'DE' }, {}, 'de')).toMatchObject({ addressLines: ['Deutschland'], language: 'de' });
    expect(block({})).not.toHaveProperty('language');
  });
});

describe('getContactName', () => {
  const contact = { name: 'Nora Klein', email: 'nora@acme.example' };
  const older = { name: 'Acme GmbH', addressLines: ['Nora Klein', 'Torstraße 1'] };
  it.each([
    ['a company', toDocumentClient(contact, acme, undefined, 'de'), 'Nora Klein'],
    ['a company without a contact', toDocumentClient({ ...contact, name: acme.company }, acme), 'Acme GmbH'],
    ['a person', toDocumentClient(contact, { ...acme, company: '' }), 'Nora Klein'],
    ['a person without an address', toDocumentClient(contact, EMPTY_DETAILS), 'Nora Klein'],
    ['a company on an older document', older, 'Acme GmbH'],
  ])('names the person to write to, for %s', (_case, client, name) => {
    expect(getContactName(client)).toBe(name);
  });
});
