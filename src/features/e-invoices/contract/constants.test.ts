import { describe, expect, it } from 'vitest';
import { addressSchemes, checkElectronicAddress, findLeitwegProblem, findRegistration } from './constants.ts';

describe('an electronic address', () => {
  it.each(Object.entries(addressSchemes))('of type %s accepts its example', (scheme, { example }) => {
    expect(checkElectronicAddress({ scheme, value: ` ${example} ` })).toEqual({ address: { scheme, value: example } });
  });

  it('may be empty', () => {
    expect(checkElectronicAddress({ scheme: '0088', value: ' ' })).toEqual({ address: null });
  });

  it.each([
    ['0088', '4012345000008'],
    ['0208', '0202239952'],
    ['0192', '974760674'],
    ['0196', '5501692819'],
    ['0007', '5560360794'],
    ['0204', '04011000-12345-04'],
    ['EM', 'mira.example.com'],
    ['9930', 'FRXX123456789'],
    ['', 'x'],
    ['9999', 'x'],
  ])('of type %j rejects %s', (scheme, value) => {
    expect(checkElectronicAddress({ scheme, value })).toHaveProperty('problem');
  });
});

it.each([
  ['0106', '12345678', { scheme: '0106', value: '12345678' }],
  ['0009', '12345678200010', { scheme: '0002', value: '123456782' }],
  ['0225', '123456782_invoices', { scheme: '0002', value: '123456782' }],
  ['9930', 'DE123456789', null],
  ['EM', 'ap@example.com', null],
])('the registration number in an address of type %s, %s', (scheme, value, registration) => {
  expect(findRegistration({ scheme, value })).toEqual(registration);
});

describe('a buyer reference', () => {
  it.each(['PO 4711', '2026-04', '04011000-12345-03', '991-33333TEST-33', '', '04-2026-AB'])('may be %j', reference => {
    expect(findLeitwegProblem(reference)).toBeNull();
  });

  it('may not be a Leitweg-ID with wrong check digits', () => {
    expect(findLeitwegProblem('991-33333TEST-34')).toContain('last two digits');
  });
});
