import { isIPv4 } from 'node:net';
import { sql } from 'drizzle-orm';
import { AppError } from '#shared/errors.ts';
import type { Db } from '../database/database.ts';

/** How many attempts a person or network may make in a time window. */
export interface RateLimit {
  /** Names the count. Limits with the same name share it. */
  readonly name: string;
  readonly maxAttempts: number;
  /** The window in seconds, starting at the first attempt. */
  readonly windowSeconds: number;
  /** Doubles the wait each time the limit is exceeded, up to an hour. */
  readonly hasBackoff?: boolean;
}

/**
 * Thrown when a limit is exceeded. `isFirstRejection` is true for the first rejected attempt, and for one of concurrent
 * ones.
 */
export class RateLimitError extends AppError {
  readonly isFirstRejection: boolean;

  constructor(seconds: number, isFirst: boolean) {
    super('TOO_MANY_REQUESTS', `Too many attempts. Try again in ${formatWait(seconds)}.`, {}, seconds);
    this.isFirstRejection = isFirst;
  }
}

/** Seconds after the end of a wait for which it still lengthens the next one. */
const LOCKOUT_MEMORY = 24 * 3600;

/** The longest wait, in seconds. */
const MAX_WAIT = 3600;

/**
 * Counts an attempt. Throws RateLimitError, with the seconds to wait, if there were too many. Attempts are counted in
 * the database, shared by all instances, and also when rejected. One statement: of concurrent attempts,
 * `limit.maxAttempts` pass.
 */
export async function consumeRateLimit(db: Db, limit: RateLimit, subject: string, at: Temporal.Instant): Promise<void> {
  // Rounded to the precision that the end is read with; else a wait of five minutes would start as six.
  const now = at.round('millisecond');
  const start = sql`${now.toString()}::timestamptz`;
  const end = sql`${start} + make_interval(secs => ${limit.windowSeconds}::float8)`;
  const expired = sql`counted.window_ends_at <= ${start}`;
  // The first rejected attempt starts a wait, which is longer the more rejections there were before.
  const tooMany = sql`not ${expired} and ${limit.hasBackoff ?? false}::boolean and counted.attempts = ${limit.maxAttempts}::int`;
  const wait = sql`least(${MAX_WAIT}::float8, ${limit.windowSeconds}::float8 * 2 ^ least(counted.lockouts, 20))`;
  const waitEnd = sql`${start} + make_interval(secs => ${wait})`;
  const { rows } = await db.execute<{ attempts: number; ends_at: number }>(sql`
    insert into rate_limits as counted (key, attempts, window_ends_at, reset_at)
    values (${`${limit.name}:${subject}`}, 1, ${end}, ${end})
    on conflict (key) do update set
      attempts = case when ${expired} then 1 else counted.attempts + 1 end,
      window_ends_at = case when ${expired} then ${end} when ${tooMany} then ${waitEnd} else counted.window_ends_at end,
      lockouts = case when ${tooMany} then counted.lockouts + 1 when counted.reset_at <= ${start} then 0 else counted.lockouts end,
      reset_at = case
        when ${tooMany} then ${waitEnd} + make_interval(secs => ${LOCKOUT_MEMORY})
        else greatest(counted.reset_at, excluded.window_ends_at)
      end
    returning attempts, (extract(epoch from window_ends_at) * 1000)::float8 as ends_at
  `);
  const [row] = rows;
  if (!row || row.attempts <= limit.maxAttempts) return;
  const seconds = Math.max(1, Math.ceil((row.ends_at - now.epochMilliseconds) / 1000));
  throw new RateLimitError(seconds, row.attempts === limit.maxAttempts + 1);
}

/** Deletes the count, after a successful authentication. */
export async function resetRateLimit(db: Db, limit: RateLimit, subject: string): Promise<void> {
  await db.execute(sql`delete from rate_limits where key = ${`${limit.name}:${subject}`}`);
}

/** Deletes expired counts. */
export async function deleteExpiredRateLimits(db: Db, now: Temporal.Instant): Promise<void> {
  await db.execute(sql`delete from rate_limits where reset_at <= ${now.toString()}::timestamptz`);
}

/**
 * Returns the part of an IP address that shares a rate limit: an IPv4 address itself, or the /64 network of an IPv6
 * address, since one line has unlimited addresses in it (RFC 4291, 2.5.4).
 */
export function toClientNetwork(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%');
  const mapped = plain.replace(/^::ffff:(?=\d+\.)/, '');
  if (isIPv4(mapped)) return mapped;
  // URLs have IPv6 addresses without leading zeros and without dots.
  const [head = '', tail] = (URL.parse(`http://[${plain}]`)?.hostname.slice(1, -1) ?? plain).split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  const zeros = Array.from({ length: tail === undefined ? 0 : 8 - before.length - after.length }, () => '0');
  return `${[...before, ...zeros, ...after].slice(0, 4).join(':')}::/64`;
}

function formatWait(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds <= 90) return `${seconds} seconds`;
  if (seconds <= 90 * 60) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3600)} hours`;
}
