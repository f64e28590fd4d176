import { describe, expect, it } from 'vitest';
import { checkBillingDetails } from './check-details.ts';
import { EMPTY_DETAILS } from './constants.ts';

const acme = {
  company: 'Acme GmbH',
  street: 'Torstraße 1\nHof 2',
  postalCode: '10119',
  city: 'Berlin',
  region: '',
  country: 'DE',
  taxId: 'DE123456789',
};

describe('checkBillingDetails', () => {
  const problemsOf = (details: Partial<typeof acme>, isCompany = false) =>
    Object.keys(checkBillingDetails({ ...EMPTY_DETAILS, ...details }, { isCompany }).problems);

  it('requires the details of a company that its invoice must contain', () => {
    expect(problemsOf({}, true)).toEqual(['company', 'street', 'city', 'country']);
    expect(problemsOf(acme, true)).toEqual([]);
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ company: 'Acme' })).toEqual([]);
  });

  it.each([
    [{ city: 'Berlin' }, 'country'],
    [{ taxId: 'DE123456789' }, 'country'],
    [{ country: 'XX' }, 'country'],
    [{ country: 'DE', taxId: 'DE1' }, 'taxId'],
    [{ country: 'DE', street: 'a\nb\nc\nd' }, 'street'],
  ])('rejects %o at the field %s', (details, field) => {
    expect(problemsOf(details)).toEqual([field]);
  });

  it('says why an optional country is needed', () => {
    const country = (details: Partial<typeof acme>, isCompany = false) =>
      checkBillingDetails({ ...EMPTY_DETAILS, ...details }, { isCompany }).problems.country;
    const needed = 'Choose the country of this address or tax number, or clear those fields.';
    expect(country({ city: 'Berlin' })).toBe(needed);
    expect(country({ taxId: 'DE123456789' })).toBe(needed);
    expect(country({ company: 'Acme' })).toBeUndefined();
    expect(country({ ...acme, country: '' }, true)).toBe('Choose a country.');
  });

  it('returns the VAT ID in its format', () => {
    const entered = { ...acme, taxId: '123 456 789' };
    expect(checkBillingDetails(entered, { isCompany: true }).details.taxId).toBe('DE123456789');
  });
});
