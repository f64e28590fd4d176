import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { findErrorCode, StartupError } from '../startup-error.ts';
import { unlessMissing } from './file-store.ts';

/** Minimum length of a secret key, in bytes. */
const MIN_BYTES = 32;

/** Parses a key in hex or base64 (also base64url). Returns undefined if it is neither, or too short. */
export function parseSecretKey(text: string): Buffer | undefined {
  const hex = /^(?:[0-9a-f]{2})+$/i.test(text);
  if (!hex && !/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, hex ? 'hex' : 'base64');
  return bytes.length >= MIN_BYTES ? bytes : undefined;
}

/**
 * Returns the site's secret key from `secret.key` in its data folder. The first start creates the file, readable only
 * by this account. Throws StartupError if the file cannot be read or contains no key.
 */
export async function loadOrCreateSecretKey(folder: string): Promise<Buffer> {
  const file = join(folder, 'secret.key');
  try {
    const key = parseSecretKey((await readOrCreate(file)).trim());
    if (key) return key;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`Reading or creating the key file ${file} failed: ${reason}`);
  }
  throw new StartupError(`The key file ${file} contains no valid key. Restore it from your backup.`);
}

/**
 * Returns the file's text. A missing file is written under another name first and then linked, so concurrent starts
 * create one key.
 */
async function readOrCreate(file: string): Promise<string> {
  const existing = await unlessMissing(readFile(file, 'utf8'));
  if (existing !== undefined) return existing;
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  await handle.writeFile(`${randomBytes(MIN_BYTES).toString('hex')}\n`);
  await handle.sync();
  await handle.close();
  await link(draft, file).catch((error: unknown) => {
    if (findErrorCode(error) !== 'EEXIST') throw error;
  });
  await unlink(draft);
  return readFile(file, 'utf8');
}
