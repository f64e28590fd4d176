import { randomBytes, randomUUID } from 'node:crypto';
import { link, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { StartupError } from '../startup-error.ts';

/** A secret key has at least so many bytes. */
const LEAST_BYTES = 32;

/** Reads a key written as hex or base64 (also as it stands in addresses); undefined when it is neither, or too short. */
export function parseSecretKey(text: string): Buffer | undefined {
  const hex = /^(?:[0-9a-f]{2})+$/i.test(text);
  if (!hex && !/^[\w+/-]+={0,2}$/.test(text)) return undefined;
  const bytes = Buffer.from(text, hex ? 'hex' : 'base64');
  return bytes.length >= LEAST_BYTES ? bytes : undefined;
}

/**
 * The site's secret key from the file `secret.key` in its data folder, which the first start makes, for this account to
 * read only. Throws a StartupError when the file cannot be read or holds no key.
 */
export async function loadOrCreateSecretKey(folder: string): Promise<Buffer> {
  const file = join(folder, 'secret.key');
  try {
    const key = parseSecretKey((await readKept(file)).trim());
    if (key) return key;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartupError(`The key file ${file} cannot be read or made: ${reason}`);
  }
  throw new StartupError(`The key file ${file} holds no key. Put back the one from your backup.`);
}

/** The text of the file. One that is not there is written whole under another name first: of two starts, one makes it. */
async function readKept(file: string): Promise<string> {
  const kept = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (kept !== undefined) return kept;
  const draft = `${file}.${randomUUID()}`;
  const handle = await open(draft, 'wx', 0o600);
  await handle.writeFile(`${randomBytes(LEAST_BYTES).toString('hex')}\n`);
  await handle.sync();
  await handle.close();
  await link(draft, file).catch((error: unknown) => {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  });
  await unlink(draft);
  return readFile(file, 'utf8');
}
