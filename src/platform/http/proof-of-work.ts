import { sql } from 'drizzle-orm';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Db, Transaction } from '../database/database.ts';
import type { Encryption } from '../encryption.ts';

// Proofs of work by ALTCHA's scheme, version 2: the browser looks for the number that a key was derived from. That costs
// a person nothing but some moments of their device, and whoever sends thousands of messages that many times over.

/** A challenge is good for so long, in seconds. */
const LASTS = 2 * 3600;

/** How dear one try is (rounds of PBKDF2), and how many tries it takes: half a second of a laptop, two of a phone. */
const COST = 2000;
const TRIES = { least: 600, most: 1400 } as const;

/** A challenge as the browser has it. */
export interface Challenge {
  readonly parameters: {
    readonly algorithm: string;
    readonly cost: number;
    readonly data: Readonly<Record<string, string | number>>;
    readonly keyLength: number;
    readonly keyPrefix: string;
    readonly keySignature: string;
    readonly nonce: string;
    readonly salt: string;
  };
  readonly signature: string;
}

interface Proofs {
  readonly encryption: Encryption;
  readonly now: Temporal.Instant;
  /** What the proof is for: those of one purpose are worth nothing for another. */
  readonly purpose: string;
}

const secrets = ({ encryption, purpose }: Pick<Proofs, 'encryption' | 'purpose'>) => ({
  hmacSignatureSecret: encryption.deriveToken(`proof of work, ${purpose}`),
  hmacKeySignatureSecret: encryption.deriveToken(`key of a proof of work, ${purpose}`),
});

/** Makes a challenge, which is kept nowhere: its signature says that it is ours. */
export async function makeChallenge({ now, ...of }: Proofs): Promise<Challenge> {
  const made = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(TRIES.most, TRIES.least),
    deriveKey,
    // Not as `expiresAt`, which the library compares with the clock of the system, and nobody could set for a test.
    data: { expiresAt: Math.floor(now.epochMilliseconds / 1000) + LASTS },
    ...secrets(of),
  });
  return made as Challenge;
}

/** A proof that is good. */
interface GoodProof {
  /** Names the challenge. */
  readonly nonce: string;
  /** When it ends, in seconds since 1970. */
  readonly expiresAt: number;
}

/** Reads a proof, base64 of JSON: undefined where it is forged, wrong, or past its time. */
export async function verifyProof(proof: string, { now, ...of }: Proofs): Promise<GoodProof | undefined> {
  const sent = parseProof(proof);
  if (!sent) return undefined;
  const { challenge, solution } = sent;
  // What is odd enough to make the library throw was not made by us.
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...secrets(of) }).catch(() => ({
    verified: false,
  }));
  if (!verified) return undefined;
  const { nonce, data } = challenge.parameters;
  const expiresAt = Number(data.expiresAt);
  return expiresAt > now.epochMilliseconds / 1000 ? { nonce, expiresAt } : undefined;
}

interface SentProof {
  readonly challenge: Challenge;
  readonly solution: { readonly counter: number; readonly derivedKey: string };
}

function parseProof(proof: string): SentProof | undefined {
  try {
    const sent = JSON.parse(Buffer.from(proof, 'base64').toString()) as Partial<SentProof> | null;
    return sent?.challenge?.parameters && sent.solution ? (sent as SentProof) : undefined;
  } catch {
    return undefined;
  }
}

/** Uses a proof up. Whether nobody had before; of any number at once, one does. */
export async function consumeProof(tx: Transaction, { nonce, expiresAt }: GoodProof): Promise<boolean> {
  const taken = await tx.execute(sql`
    insert into used_proofs (nonce, ends_at) values (${nonce}, to_timestamp(${expiresAt}::float8)) on conflict do nothing
  `);
  return taken.rowCount === 1;
}

/** Drops the proofs that could not be used any more anyway. */
export async function deleteExpiredProofs(db: Db, now: Temporal.Instant): Promise<void> {
  await db.execute(sql`delete from used_proofs where ends_at <= ${now.toString()}::timestamptz`);
}
