import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPasswordProblem } from './rules.ts';

const commonPasswords = new Set(['letmein', 'trustno1', 'passw0rd']);
const ada = { name: 'Ada King Byron', email: 'ada.lovelace@site.example' };

describe('findPasswordProblem', () => {
  it.each([
    ['ten-chars', 10, 'Password must be at least 10 characters long'],
    ['letmein', 8, 'Password must be at least 8 characters long'],
    ['ten--chars', 10, undefined],
  ])('with %s and a minimum length of %i', (password, length, problem) => {
    expect(findPasswordProblem(password, ada, length, commonPasswords)).toBe(problem);
  });

  it.each(['letmein', 'LetMeIn', 'TRUSTNO1'])('rejects %s as a common password', password => {
    expect(findPasswordProblem(password, ada, 6, commonPasswords)).toMatch(/^This password is too common/);
  });

  it.each([
    'Ada King Byron',
    'adakingbyron',
    'Ada-King-Byron-1815',
    'byron1815',
    'Byron!!!',
    '  byron',
    'king1815',
    'ｂｙｒｏｎ１',
    'lovelace',
    'L-o-v-e-l-a-c-e',
    'ada.lovelace',
    'AdaLovelace99',
    'ada.lovelace@site.example',
    'ADA.LOVELACE@SITE.EXAMPLE',
  ])("rejects %s as the user's own name or email", password => {
    expect(findPasswordProblem(password, ada, 6, commonPasswords)).toBe(
      'Choose a password that isn’t your name or email address',
    );
  });

  it.each([
    'letmein-to-the-tide-gauge',
    'byron likes tides',
    'lovelaces',
    'king-of-1815',
    'ada1815',
    'site.example',
    '1815-12-10',
    '数学は楽しい',
    '!!!!!!',
  ])('accepts %s', password => {
    expect(findPasswordProblem(password, ada, 6, commonPasswords)).toBeUndefined();
  });

  it('recognizes names in any script', () => {
    const owner = { name: 'Жанна Агузарова', email: 'zh@site.example' };
    expect(findPasswordProblem('ЖАННА1962', owner, 6, commonPasswords)).toBeDefined();
    expect(findPasswordProblem('море и маяк', owner, 6, commonPasswords)).toBeUndefined();
  });

  it('accepts a password without letters when the name has no letters either', () => {
    const owner = { name: '42', email: '42@site.example' };
    expect(findPasswordProblem('271828', owner, 6, commonPasswords)).toBeUndefined();
  });

  it("rejects the user's own email and accepts any long random password", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, maxLength: 40 }), fc.emailAddress(), fc.uuid(), (name, email, password) => {
        expect(findPasswordProblem(email, { name, email }, 6, commonPasswords)).toBeDefined();
        expect(findPasswordProblem(`${password} ${password}x`, { name, email }, 6, commonPasswords)).toBeUndefined();
      }),
    );
  });
});
