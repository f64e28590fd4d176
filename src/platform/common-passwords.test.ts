import { expect, it } from 'vitest';
import { loadCommonPasswords } from './common-passwords.ts';

it('contains 3,000 passwords of sufficient length, in lower case', async () => {
  const commonPasswords = await loadCommonPasswords();
  expect(commonPasswords.size).toBe(3000);
  for (const password of ['123456', 'password', 'qwerty', 'letmein', 'iloveyou'])
    expect(commonPasswords).toContain(password);
  for (const password of commonPasswords) expect(password).toMatch(/^[^A-Z]{6,}$/);
});
