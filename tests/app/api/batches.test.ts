import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { API_PREFIX, MAX_BATCH_SIZE } from '#shared/paths.ts';
import { expectApiError, getApi } from '../../support/api-client.ts';
import { createTestSite, type TestSite } from '../../support/test-site.ts';
import { createSignedInUser, type TestUser } from '../../support/user-factory.ts';

let site: TestSite;
let member: TestUser & { cookie: string };
beforeAll(async () => {
  site = await createTestSite();
  member = await createSignedInUser(site);
});
afterAll(() => site.close());

const BATCH_PATH = `${API_PREFIX}/batch`;
const toItem = (path: string) => ({ url: `http://page${API_PREFIX}${path}` });

/** Sends a batch as the oRPC client does. */
function sendBatch(batch: unknown, cookie?: string): Promise<LightMyRequestResponse> {
  return site.http.app.inject({
    method: 'GET',
    url: BATCH_PATH,
    query: { batch: typeof batch === 'string' ? batch : JSON.stringify(batch) },
    headers: { 'x-orpc-batch': 'buffered', ...(cookie ? { cookie } : {}) },
  });
}

interface Item {
  index: number;
  status?: number;
  body: unknown;
}

const itemsOf = (answer: LightMyRequestResponse) =>
  answer.json<Item[]>().toSorted((one, other) => one.index - other.index);

describe('a batch of queries', () => {
  it('returns the same results as separate queries', async () => {
    const paths = ['/profile', '/blogs?pageSize=2', '/dashboard/activity'];
    const answer = await sendBatch(paths.map(toItem), member.cookie);
    expect(answer.statusCode).toBe(207);
    expect(answer.headers['cache-control']).toBe('no-store');
    const alone = await Promise.all(paths.map(path => getApi(site, path, member.cookie)));
    expect(itemsOf(answer).map(({ body }) => body)).toEqual(alone);
  });

  it('checks access for each query', async () => {
    const items = itemsOf(await sendBatch(['/users', '/blogs'].map(toItem), member.cookie));
    expect(items[0]).toMatchObject({ status: 403, body: { error: { code: 'FORBIDDEN' } } });
    expect(items[1]).toMatchObject({ status: 200 });
    const signedOut = itemsOf(await sendBatch(['/profile', '/blogs'].map(toItem)));
    expect(signedOut.map(({ status }) => status)).toEqual([401, 200]);
  });

  it.each(['GET', 'POST'] as const)('writes nothing, sent by %s', async method => {
    const write = { ...toItem('/logout'), method: 'POST', body: {} };
    const answer = await site.http.app.inject({
      method,
      url: BATCH_PATH,
      ...(method === 'GET' ? { query: { batch: JSON.stringify([write, write]) } } : { payload: [write, write] }),
      headers: { 'x-orpc-batch': 'buffered', 'sec-fetch-site': 'same-origin', cookie: member.cookie },
    });
    expect(itemsOf(answer).map(({ status }) => status)).toEqual([404, 404]);
    await getApi(site, '/profile', member.cookie);
  });

  it.each([
    ['broken JSON', '[{'],
    ['not a list', '{}'],
    ['an empty item', '[null]'],
    ['no URL', '[{}]'],
    ['too many', Array.from({ length: MAX_BATCH_SIZE + 1 }, () => toItem('/blogs'))],
  ])('is refused with %s', async (_name, batch) => {
    expectApiError(await sendBatch(batch, member.cookie), 'BAD_REQUEST');
  });
});
