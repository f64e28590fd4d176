import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);

/** OWASP's recommended cost: 19 MiB of memory, two passes, one lane. About 23 ms, off the main thread. */
const COST = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64').replace(/=+$/, '');

/** Hashes a password with argon2id and a random salt. Returns a PHC string that includes its cost. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password.normalize('NFKC'), nonce, ...COST });
  return `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${base64(nonce)}$${base64(tag)}`;
}

/** Returns whether a password matches a PHC string. False for a string in another format. */
export async function verifyPassword(password: string, phc: string): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(phc);
  if (!match?.[4] || !match[5]) return false;
  const nonce = Buffer.from(match[4], 'base64');
  const expected = Buffer.from(match[5], 'base64');
  // The algorithm's minimum sizes (RFC 9106, 3.1); a smaller hash is invalid.
  const [memory, passes, parallelism] = [Number(match[1]), Number(match[2]), Number(match[3])];
  if (nonce.length < 8 || expected.length < 4 || passes < 1 || parallelism < 1 || memory < 8 * parallelism)
    return false;
  const tag = await derive('argon2id', {
    message: password.normalize('NFKC'),
    nonce,
    memory,
    passes,
    parallelism,
    tagLength: expected.length,
  });
  return timingSafeEqual(tag, expected);
}
