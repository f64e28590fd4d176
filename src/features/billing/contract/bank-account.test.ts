import fc from 'fast-check';
import { expect, it } from 'vitest';
import { formatIban, parseIban } from './bank-account.ts';

it.each([
  ['DE89 3704 0044 0532 0130 00', 'DE89370400440532013000'],
  ['no93 8601 1117 947', 'NO9386011117947'],
  ['MT84MALT011000012345MTLCAST001S', 'MT84MALT011000012345MTLCAST001S'],
  ['DE88 3704 0044 0532 0130 00', undefined],
  ['DE89 3704', undefined],
  ['8937 0400 4405 3201 3000', undefined],
  ['', undefined],
])('reads the IBAN %j as %j', (text, iban) => {
  expect(parseIban(text)).toBe(iban);
});

it('refuses an IBAN with one wrong digit', () => {
  const iban = 'DE89370400440532013000';
  fc.assert(
    fc.property(fc.nat(iban.length - 3), fc.integer({ min: 1, max: 9 }), (index, add) => {
      const at = index + 2;
      const digit = (Number(iban[at]) + add) % 10;
      expect(parseIban(`${iban.slice(0, at)}${digit}${iban.slice(at + 1)}`)).toBeUndefined();
    }),
  );
});

it('groups an IBAN in fours', () => {
  expect(formatIban('NO9386011117947')).toBe('NO93 8601 1117 947');
  expect(formatIban('FI2112345600000785')).toBe('FI21 1234 5600 0007 85');
});
