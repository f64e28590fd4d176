import { sql } from 'drizzle-orm';
import { createChallenge, randomInt, verifySolution } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import { parseJson } from '#shared/parse-json.ts';
import type { Db, Transaction } from '../database/database.ts';
import type { Encryption } from '../encryption.ts';

// ALTCHA proof of work, version 2: the browser searches for the number that a key was derived from. That takes a
// person's device a moment, and makes thousands of messages expensive.

/** Seconds for which a challenge is valid. */
const LIFETIME = 2 * 3600;

/** PBKDF2 rounds per try, and the number of tries: half a second on a laptop, two seconds on a phone. */
const COST = 2000;
const TRIES = { least: 600, most: 1400 } as const;

type ChallengeParameters = Awaited<ReturnType<typeof createChallenge>>['parameters'];

/** A challenge as sent to the browser. */
export interface Challenge {
  readonly parameters: Pick<
    ChallengeParameters,
    'algorithm' | 'cost' | 'keyLength' | 'keyPrefix' | 'nonce' | 'salt'
  > & {
    readonly data: Readonly<Record<string, string | number>>;
    readonly keySignature: string;
  };
  readonly signature: string;
}

interface Proofs {
  readonly encryption: Encryption;
  readonly now: Temporal.Instant;
  /** A proof for one purpose is invalid for another. */
  readonly purpose: string;
}

const getSecrets = ({ encryption, purpose }: Pick<Proofs, 'encryption' | 'purpose'>) => ({
  hmacSignatureSecret: encryption.deriveToken(`proof of work, ${purpose}`),
  hmacKeySignatureSecret: encryption.deriveToken(`key of a proof of work, ${purpose}`),
});

/** Issues a challenge. It is not stored: its signature proves that the site issued it. */
export async function makeChallenge({ now, ...rest }: Proofs): Promise<Challenge> {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: COST,
    counter: randomInt(TRIES.most, TRIES.least),
    deriveKey,
    // Not the library's `expiresAt`, which uses the system clock and so can't be set in tests.
    data: { expiresAt: Math.floor(now.epochMilliseconds / 1000) + LIFETIME },
    ...getSecrets(rest),
  });
  return challenge as Challenge;
}

/**
 * Returns the challenge of a valid proof (base64 of JSON), with its expiry in seconds since 1970. Undefined if the proof
 * is forged, wrong or expired.
 */
export async function verifyProof(proof: string, { now, ...rest }: Proofs) {
  const sent = parseProof(proof);
  if (!sent) return undefined;
  const { challenge, solution } = sent;
  // The library throws for malformed challenges, which the site never issues.
  const { verified } = await verifySolution({ challenge, solution, deriveKey, ...getSecrets(rest) }).catch(() => ({
    verified: false,
  }));
  if (!verified) return undefined;
  const { nonce, data } = challenge.parameters;
  const expiresAt = Number(data.expiresAt);
  return expiresAt > now.epochMilliseconds / 1000 ? { nonce, expiresAt } : undefined;
}

type SentProof = Pick<Parameters<typeof verifySolution>[0], 'solution'> & { readonly challenge: Challenge };

function parseProof(proof: string): SentProof | undefined {
  const sent = parseJson(Buffer.from(proof, 'base64').toString()) as Partial<SentProof> | null | undefined;
  return sent?.challenge?.parameters && sent.solution ? (sent as SentProof) : undefined;
}

/** Consumes a proof. Returns false if it was used before; of concurrent calls, one returns true. */
export async function consumeProof(
  tx: Transaction,
  { nonce, expiresAt }: NonNullable<Awaited<ReturnType<typeof verifyProof>>>,
): Promise<boolean> {
  const inserted = await tx.execute(sql`
    insert into used_proofs_of_work (nonce, expires_at) values (${nonce}, to_timestamp(${expiresAt}::float8)) on conflict do nothing
  `);
  return inserted.rowCount === 1;
}

/** Deletes proofs that have expired. */
export async function deleteExpiredProofs(db: Db, now: Temporal.Instant): Promise<void> {
  await db.execute(sql`delete from used_proofs_of_work where expires_at <= ${now.toString()}::timestamptz`);
}
