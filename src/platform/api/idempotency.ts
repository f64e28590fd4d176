import { hash } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { AppError } from '#shared/errors.ts';
import type { Transaction } from '../database/database.ts';
import type { ApiContext } from './context.ts';

export interface IdempotencyOptions {
  /** The endpoint, such as `orders.createOrder`. */
  readonly endpoint: string;
  /** The `Idempotency-Key` from the header, or from a form, which has no headers. Without a key, nothing is stored. */
  readonly key: string | undefined;
  /** The request without the key. */
  readonly body: unknown;
  /** The error if the key was used with another body. */
  readonly reusedMessage?: string;
}

/** How long a response is stored. */
const TTL = Temporal.Duration.from({ hours: 24 });

const REUSED = 'This was already submitted with different details. Reload the page and try again.';

/**
 * Runs `make` once per key. A repeated request with the same key and body gets the first response, stored as JSON in the
 * caller's transaction for a day. A concurrent request waits for the first, and runs itself if the first fails. Throws
 * UNPROCESSABLE if the key was used with another body.
 */
export async function withIdempotencyKey<Answer>(
  tx: Transaction,
  { actor, now, idempotencyKey }: Pick<ApiContext, 'actor' | 'now' | 'idempotencyKey'>,
  { endpoint, key = idempotencyKey, body, reusedMessage = REUSED }: IdempotencyOptions,
  make: () => Promise<Answer>,
): Promise<Answer> {
  if (key === undefined || key === '') return make();
  if (key.length > 200) throw new AppError('UNPROCESSABLE', 'Use an Idempotency-Key of at most 200 characters.');
  const scope = `${endpoint} ${'userId' in actor ? actor.userId : 'visitor'}`;
  const requestHash = hash('sha256', JSON.stringify(body));
  const inserted = await tx.execute(sql`
    insert into idempotency_keys (scope, key, request_hash, response, created_at)
    values (${scope}, ${key}, ${requestHash}, 'null', ${now().toString()}::timestamptz)
    on conflict do nothing
  `);
  if (inserted.rowCount === 0) return readFirstResponse(tx, { scope, key, requestHash, reusedMessage });
  const response = await make();
  await tx.execute(sql`
    update idempotency_keys set response = ${JSON.stringify(response)}::jsonb where scope = ${scope} and key = ${key}
  `);
  return response;
}

async function readFirstResponse<Answer>(
  tx: Transaction,
  {
    scope,
    key,
    requestHash,
    reusedMessage,
  }: Readonly<Record<'scope' | 'key' | 'requestHash' | 'reusedMessage', string>>,
): Promise<Answer> {
  const { rows } = await tx.execute<{ request_hash: string; response: Answer }>(sql`
    select request_hash, response from idempotency_keys where scope = ${scope} and key = ${key}
  `);
  const [first] = rows;
  if (!first) throw new AppError('CONFLICT', 'This request was sent twice. Try again.');
  if (first.request_hash === requestHash) return first.response;
  throw new AppError('UNPROCESSABLE', reusedMessage);
}

/** Deletes responses that have expired. */
export async function deleteExpiredIdempotencyKeys(
  tx: Pick<Transaction, 'execute'>,
  now: Temporal.Instant,
): Promise<void> {
  await tx.execute(sql`delete from idempotency_keys where created_at < ${now.subtract(TTL).toString()}::timestamptz`);
}
