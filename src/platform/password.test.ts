import { beforeAll, describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './password.ts';

describe('hashPassword', () => {
  it('uses argon2id at OWASP’s cost, with a new salt each time', async () => {
    const [one, other] = await Promise.all([hashPassword('tide-gauge'), hashPassword('tide-gauge')]);
    for (const phc of [one, other]) {
      expect(phc).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/);
      expect(phc).not.toContain('tide');
      expect(await verifyPassword('tide-gauge', phc)).toBe(true);
    }
    expect(one).not.toBe(other);
  });
});

describe('verifyPassword', () => {
  let known: string;
  beforeAll(async () => {
    known = await hashPassword('tide-gauge');
  });

  it.each(['', 'tide-gaugE', 'tide-gauge ', ' tide-gauge', 'tide-gaug', 'tide-gauge\u0000'])(
    'rejects %j for another password',
    async wrong => {
      expect(await verifyPassword(wrong, known)).toBe(false);
    },
  );

  it('accepts the same letters in any Unicode composition (NFKC)', async () => {
    const phc = await hashPassword('Zo\u00eb-\ufb01sh');
    expect(await verifyPassword('Zoe\u0308-fish', phc)).toBe(true);
  });

  it('uses every byte of a long password', async () => {
    const long = 'x'.repeat(127);
    const phc = await hashPassword(`${long}a`);
    expect(await verifyPassword(`${long}a`, phc)).toBe(true);
    expect(await verifyPassword(`${long}b`, phc)).toBe(false);
  });

  it('accepts a hash of another cost, as given in its text', async () => {
    // `echo -n password | argon2 somesalt -id -t 2 -m 16 -p 1` of the reference implementation.
    const reference = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
    expect(await verifyPassword('password', reference)).toBe(true);
    expect(await verifyPassword('Password', reference)).toBe(false);
  });

  it.each([
    '',
    'x',
    'tide-gauge',
    '$2b$10$abcdefghijklmnopqrstuv',
    '$argon2i$v=19$m=19456,t=2,p=1$c29tZXNhbHQ$AAAA',
    '$argon2id$v=16$m=19456,t=2,p=1$c29tZXNhbHQ$AAAA',
    '$argon2id$v=19$m=0,t=0,p=0$AAAA$AAAA',
    '$argon2id$v=19$m=19456,t=2,p=1$AAAA$AAAA',
    '$argon2id$v=19$m=19456,t=2,p=1$$',
  ])('returns false for %j, which has another format', async phc => {
    expect(await verifyPassword('tide-gauge', phc)).toBe(false);
  });

  it('returns false if a character of the hash is changed', async () => {
    const phc = await hashPassword('tide-gauge');
    const at = phc.length - 10;
    const changed = phc.slice(0, at) + (phc[at] === 'A' ? 'B' : 'A') + phc.slice(at + 1);
    expect(await verifyPassword('tide-gauge', changed)).toBe(false);
  });
});
