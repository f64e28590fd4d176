import { isIPv4 } from 'node:net';
import { sql } from 'drizzle-orm';
import { AppError } from '#shared/errors.ts';
import type { Db } from '../database/database.ts';

/** How often something may be tried by one person or network. */
export interface RateLimit {
  /** What is counted; limits of one name share their count. */
  readonly name: string;
  readonly maxAttempts: number;
  /** Counted from the first try on. */
  readonly windowSeconds: number;
  /** Each time that somebody comes too often, the wait is twice as long as the time before, up to an hour. */
  readonly hasBackoff?: boolean;
}

/** Thrown to who comes too often; `begins` on the first try that is refused, of any number at once to one of them. */
export class RateLimitError extends AppError {
  readonly isFirstRejection: boolean;

  constructor(seconds: number, begins: boolean) {
    super('TOO_MANY_REQUESTS', `That was too often. Try again in ${inWords(seconds)}.`, {}, seconds);
    this.isFirstRejection = begins;
  }
}

/** How long it is remembered that somebody came too often, in seconds, from the end of their wait. */
const REMEMBERED = 24 * 3600;

/** A growing wait ends here, in seconds. */
const LONGEST_WAIT = 3600;

/**
 * Counts a try and throws RateLimitError, with the seconds until the next one counts, when it is one too many. Tries
 * are counted in the database, where all instances of the site see them, and also when they are refused. One statement:
 * of any number at once, `limit.most` pass.
 */
export async function consumeRateLimit(db: Db, limit: RateLimit, who: string, at: Temporal.Instant): Promise<void> {
  // As exact as its end is read below; a wait of five minutes would else begin as one of six.
  const now = at.round('millisecond');
  const begun = sql`${now.toString()}::timestamptz`;
  const end = sql`${begun} + make_interval(secs => ${limit.windowSeconds}::float8)`;
  const over = sql`counted.ends_at <= ${begun}`;
  // The first try too many begins a wait, which is the longer the more of them there were.
  const tooMany = sql`not ${over} and ${limit.hasBackoff ?? false}::boolean and counted.tries = ${limit.maxAttempts}::int`;
  const wait = sql`least(${LONGEST_WAIT}::float8, ${limit.windowSeconds}::float8 * 2 ^ least(counted.refusals, 20))`;
  const waitEnd = sql`${begun} + make_interval(secs => ${wait})`;
  const { rows } = await db.execute<{ tries: number; ends_at: number }>(sql`
    insert into rate_limits as counted (key, tries, ends_at, forget_at)
    values (${`${limit.name}:${who}`}, 1, ${end}, ${end})
    on conflict (key) do update set
      tries = case when ${over} then 1 else counted.tries + 1 end,
      ends_at = case when ${over} then ${end} when ${tooMany} then ${waitEnd} else counted.ends_at end,
      refusals = case when ${tooMany} then counted.refusals + 1 when counted.forget_at <= ${begun} then 0 else counted.refusals end,
      forget_at = case
        when ${tooMany} then ${waitEnd} + make_interval(secs => ${REMEMBERED})
        else greatest(counted.forget_at, excluded.ends_at)
      end
    returning tries, (extract(epoch from ends_at) * 1000)::float8 as ends_at
  `);
  const [row] = rows;
  if (!row || row.tries <= limit.maxAttempts) return;
  const seconds = Math.max(1, Math.ceil((row.ends_at - now.epochMilliseconds) / 1000));
  throw new RateLimitError(seconds, row.tries === limit.maxAttempts + 1);
}

/** Takes back what was counted, after somebody has shown who they are. */
export async function resetRateLimit(db: Db, limit: RateLimit, who: string): Promise<void> {
  await db.execute(sql`delete from rate_limits where key = ${`${limit.name}:${who}`}`);
}

/** Drops the counts that matter no longer. */
export async function deleteExpiredRateLimits(db: Db, now: Temporal.Instant): Promise<void> {
  await db.execute(sql`delete from rate_limits where forget_at <= ${now.toString()}::timestamptz`);
}

/**
 * Who counts as one by an IP address: an IPv4 address itself, of IPv6 the network of 64 bits, in which a line has
 * addresses without number (RFC 4291, 2.5.4).
 */
export function toClientNetwork(address: string): string {
  const [plain = ''] = address.toLowerCase().split('%');
  const mapped = plain.replace(/^::ffff:(?=\d+\.)/, '');
  if (isIPv4(mapped)) return mapped;
  const [head = '', tail] = plain.split('::');
  const before = head.split(':').filter(Boolean);
  const after = (tail ?? '').split(':').filter(Boolean);
  // A dotted IPv4 address at the end stands for two groups.
  const length = before.length + after.length + (plain.includes('.') ? 1 : 0);
  const groups = [...before, ...Array.from({ length: tail === undefined ? 0 : 8 - length }, () => '0'), ...after];
  return `${groups
    .slice(0, 4)
    .map(group => group.replace(/^0+(?=.)/, ''))
    .join(':')}::/64`;
}

function inWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds <= 90) return `${seconds} seconds`;
  return `${Math.ceil(seconds / 60)} minutes`;
}
