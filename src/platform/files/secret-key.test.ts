import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { StartupError } from '../startup-error.ts';
import { loadOrCreateSecretKey, parseSecretKey } from './secret-key.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'secret-key-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the key file', () => {
  it('is created at the first start, readable by its account only, and read at the next one', async () => {
    const key = await loadOrCreateSecretKey(folder);
    expect(key).toHaveLength(32);
    expect((await stat(join(folder, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect(await loadOrCreateSecretKey(folder)).toEqual(key);
  });

  it('is created once by concurrent starts, which leave no draft', async () => {
    const keys = await Promise.all(Array.from({ length: 20 }, () => loadOrCreateSecretKey(folder)));
    expect(new Set(keys.map(key => key.toString('hex'))).size).toBe(1);
    expect(await readdir(folder)).toEqual(['secret.key']);
  });

  it('without a valid key stops the start, is left unchanged, and is not revealed', async () => {
    await writeFile(join(folder, 'secret.key'), 'half-a-key');
    const failure = await loadOrCreateSecretKey(folder).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(StartupError);
    expect(String(failure)).toMatch(/secret\.key contains no valid key\. Restore it from your backup\./);
    expect(String(failure)).not.toContain('half-a-key');
    expect(await readFile(join(folder, 'secret.key'), 'utf8')).toBe('half-a-key');
  });
});

describe('parseSecretKey', () => {
  const bytes = Buffer.from(Array.from({ length: 32 }, (_, index) => 255 - index));
  it.each(['hex', 'base64', 'base64url'] as const)('accepts %s', encoding => {
    expect(parseSecretKey(bytes.toString(encoding))).toEqual(bytes);
  });

  it.each(['', 'short', 'ab'.repeat(31), bytes.subarray(1).toString('base64'), 'a b'.repeat(40), 'ß'.repeat(60)])(
    'rejects %j',
    text => {
      expect(parseSecretKey(text)).toBeUndefined();
    },
  );
});
