import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  consumeRateLimit,
  deleteExpiredRateLimits,
  resetRateLimit,
  type RateLimit,
} from '#platform/http/rate-limits.ts';
import { AppError } from '#shared/errors.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ pages: true });
});
beforeEach(async () => {
  await site.db.$client.query('delete from rate_limits');
});
afterAll(() => site.close());

const noon = Temporal.Instant.from('2026-11-20T12:00:00Z');

/** Makes one attempt. Returns the seconds to wait, or undefined if it was allowed. */
async function getRetryAfter(limit: RateLimit, who: string, now: Temporal.Instant): Promise<number | undefined> {
  try {
    await consumeRateLimit(site.db, limit, who, now);
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'TOO_MANY_REQUESTS') throw error;
    return error.retryAfter;
  }
}

describe('rate limit', () => {
  const limit: RateLimit = { name: 'knocks', maxAttempts: 3, windowSeconds: 60 };
  /** Returns "in" if the attempt is allowed, otherwise the seconds to wait. */
  const attempt = async (who: string, second: number) =>
    (await getRetryAfter(limit, who, noon.add({ milliseconds: second * 1000 }))) ?? 'in';

  it('allows its number of attempts per window, starting with the first', async () => {
    const answers = [];
    for (const second of [0, 10, 20, 30, 59.5, 60, 61, 62, 63]) answers.push(await attempt('ada', second));
    expect(answers).toEqual(['in', 'in', 'in', 30, 1, 'in', 'in', 'in', 57]);
  });

  it('that grows doubles each wait up to an hour and resets after a quiet day', async () => {
    const growing: RateLimit = { name: 'codes', maxAttempts: 1, windowSeconds: 300, hasBackoff: true };
    let clock = noon;
    const waits: (number | undefined)[] = [];
    for (let refusal = 0; refusal < 6; refusal++) {
      await consumeRateLimit(site.db, growing, 'ada', clock);
      const wait = await getRetryAfter(growing, 'ada', clock);
      waits.push(wait);
      // Attempts during the wait don't extend it.
      expect(await getRetryAfter(growing, 'ada', clock.add({ seconds: 10 }))).toBe((wait ?? 0) - 10);
      clock = clock.add({ seconds: wait ?? 0 });
    }
    expect(waits).toEqual([300, 600, 1200, 2400, 3600, 3600]);
    clock = clock.add({ hours: 24 });
    await consumeRateLimit(site.db, growing, 'ada', clock);
    expect(await getRetryAfter(growing, 'ada', clock)).toBe(300);
  });

  it('is reset only for the given key', async () => {
    for (const who of ['ada', 'grace']) for (let tried = 0; tried < 4; tried++) await attempt(who, 0);
    await resetRateLimit(site.db, limit, 'ada');
    expect([await attempt('ada', 1), await attempt('grace', 1)]).toEqual(['in', 59]);
  });

  it('counts each key separately', async () => {
    for (let tried = 0; tried < 4; tried++) await attempt('ada', 0);
    expect(await attempt('grace', 0)).toBe('in');
    await expect(consumeRateLimit(site.db, { ...limit, name: 'rings' }, 'ada', noon)).resolves.toBeUndefined();
  });

  it('holds for simultaneous attempts', async () => {
    const answers = await Promise.all(Array.from({ length: 50 }, () => attempt('ada', 0)));
    expect(answers.filter(answer => answer === 'in')).toHaveLength(limit.maxAttempts);
  });

  it('rounds sub-millisecond times correctly', async () => {
    const between = noon.add({ nanoseconds: 900_700 });
    const growing = { name: 'minutes', maxAttempts: 1, windowSeconds: 300, hasBackoff: true };
    await consumeRateLimit(site.db, growing, 'ada', between);
    expect(await getRetryAfter(growing, 'ada', between)).toBe(300);
  });

  it('says when to try again', async () => {
    const day = { name: 'days', maxAttempts: 0, windowSeconds: 7200 };
    await expect(consumeRateLimit(site.db, day, 'ada', noon)).rejects.toThrow(
      'Too many attempts. Try again in 2 hours.',
    );
    await expect(consumeRateLimit(site.db, { ...limit, maxAttempts: 0 }, 'ada', noon)).rejects.toThrow(
      'Try again in 60 seconds.',
    );
  });

  it('is deleted when its window is over', async () => {
    await attempt('ada', 0);
    await attempt('grace', 30);
    await deleteExpiredRateLimits(site.db, noon.add({ seconds: 60 }));
    const { rows } = await site.db.$client.query('select key from rate_limits');
    expect(rows).toEqual([{ key: 'knocks:grace' }]);
  });
});

describe('writes', () => {
  const write = (url: string, remoteAddress: string) =>
    site.http.app.inject({ method: 'POST', url, remoteAddress, payload: {} });

  /** Makes as many writes as one network may make per minute. */
  async function spend(remoteAddress: string): Promise<number[]> {
    const answers = await Promise.all(Array.from({ length: 200 }, () => write(`${API_PREFIX}/setup`, remoteAddress)));
    return [...new Set(answers.map(({ statusCode }) => statusCode))];
  }

  it('are refused after 200 a minute per network', async () => {
    expect(await spend('2001:db8::1')).toEqual([400]);
    const refused = await write(`${API_PREFIX}/setup`, '2001:db8::2');
    expect(refused.statusCode).toBe(429);
    expect(refused.headers['retry-after']).toBe('60');
    expect(refused.json()).toEqual({
      error: {
        code: 'TOO_MANY_REQUESTS',
        message: 'Too many attempts. Try again in 60 seconds.',
        fields: {},
        requestId: refused.headers['x-request-id'],
      },
    });
    expect((await write(`${API_PREFIX}/setup`, '2001:db8:0:1::1')).statusCode).toBe(400);
    expect((await write(`${API_PREFIX}/nothing-here`, '2001:db8::1')).statusCode).toBe(429);
  });

  it('by form without JavaScript are refused as a page', async () => {
    await spend('203.0.113.7');
    const refused = await site.http.app.inject({
      method: 'POST',
      url: '/set-up/x',
      remoteAddress: '203.0.113.7',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'name=Ada',
    });
    expect(refused.statusCode).toBe(429);
    expect(refused.headers).toMatchObject({ 'retry-after': '60', 'content-type': 'text/html; charset=utf-8' });
    expect(refused.body).toContain('Too many attempts. Try again in 60 seconds.');
  });

  it('are counted separately from reads, which are not limited', async () => {
    await spend('203.0.113.8');
    const read = { url: `${API_PREFIX}/blogs?pageSize=1`, remoteAddress: '203.0.113.8' };
    const { rows: before } = await site.db.$client.query('select * from rate_limits');
    expect((await site.http.app.inject(read)).statusCode).toBe(200);
    expect((await site.db.$client.query('select * from rate_limits')).rows).toEqual(before);
  });
});
