import fc from 'fast-check';

const SURROGATES = { first: 0xd800, count: 0x800 };

/**
 * Generates any Unicode character. Unlike fast-check's unit `binary`, it doesn't first map all million characters for
 * shrinking, which takes over a second.
 */
export const anyCharacter: fc.Arbitrary<string> = fc
  .integer({ min: 0, max: 0x10ffff - SURROGATES.count })
  .map(code => String.fromCodePoint(code < SURROGATES.first ? code : code + SURROGATES.count));
