import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, vi } from 'vitest';
import type { Draft } from '#features/blog/contract/editing.ts';
import { API_PREFIX } from '#shared/paths.ts';

interface Post {
  readonly id: number;
  /** The last acknowledged version. */
  version: number;
  markdown: string;
  /** The text of a save that got no response. */
  sent?: string;
  saves: number;
}

/**
 * Starts three clients that keep saving posts while the database is interrupted, and one that reads pages. They accept
 * 503 responses in the API's error shape with a message that matches `refusal`, and missing responses if the site
 * itself stops (`siteEnds`). Any other failure is thrown by `progress` and `check`.
 */
export async function startWriters(
  { origin, database, setUpToken }: { origin: string; database: string; setUpToken: string },
  { siteEnds = false, refusal = /database/ } = {},
) {
  let asked = 0;
  let cookie = '';
  const stop = new AbortController();
  const answers = { saved: 0, refused: 0, pages: 0, refusedPages: 0 };

  /** Deletes the rate limits that the writers reach. Does nothing while the database is down. */
  async function deleteRateLimits(): Promise<void> {
    const client = new Client({ connectionString: database });
    client.on('error', () => {});
    try {
      await client.connect();
      await client.query('delete from rate_limits');
    } catch {
      await delay(20);
    } finally {
      await client.end().catch(() => {});
    }
  }

  const fetchOrNothing = (url: string, init: RequestInit) =>
    fetch(url, init).catch((error: unknown) => {
      if (siteEnds) return undefined;
      throw error;
    });

  async function call(method: string, path: string, body?: object) {
    asked += 1;
    const answer = await fetchOrNothing(origin + API_PREFIX + path, {
      method,
      headers: {
        origin,
        cookie,
        // A new IP address for each request avoids the rate limit.
        'x-forwarded-for': `10.${asked >> 16}.${(asked >> 8) & 255}.${asked & 255}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const json: unknown = await answer?.json().catch((error: unknown) => {
      if (!siteEnds) throw error;
    });
    if (!answer || json === undefined) return { status: 503, json, cookies: [] };
    if (answer.status === 503) {
      expect(json).toEqual({
        error: {
          code: 'UNAVAILABLE',
          message: expect.stringMatching(refusal),
          fields: {},
          requestId: expect.any(String),
        },
      });
    } else if (answer.status === 429) await deleteRateLimits();
    else expect(answer.status, `${method} ${path}: ${JSON.stringify(json).slice(0, 300)}`).toBeLessThan(300);
    return { status: answer.status, json, cookies: answer.headers.getSetCookie() };
  }

  const owner = {
    name: 'Mira',
    email: 'mira@site.example',
    password: 'tide-gauge-42',
    confirmPassword: 'tide-gauge-42',
  };
  const { cookies } = await call('POST', '/setup', { token: setUpToken, ...owner });
  cookie = cookies.map(line => line.split(';')[0]).join('; ');

  /** Finds out whether a save without a response was stored. It must be stored completely or not at all. */
  async function settle(post: Post): Promise<void> {
    const { status, json } = await call('GET', `/my-blogs/${post.id}`);
    if (status === 503) return;
    const { version, markdown } = json as Draft;
    if (version === post.version) expect(markdown).toBe(post.markdown);
    else {
      expect(version).toBe(post.version + 1);
      expect(markdown).toBe(post.sent);
    }
    Object.assign(post, { version, markdown });
    delete post.sent;
  }

  async function write(post: Post): Promise<void> {
    while (!stop.signal.aborted) {
      if (post.sent) await settle(post);
      if (post.sent) {
        await delay(20);
        continue;
      }
      post.sent = `Save ${post.version + 1}. ${`Words of ${post.version + 1} `.repeat(300)}`;
      const { status, json } = await call('PUT', `/blogs/${post.id}`, { version: post.version, markdown: post.sent });
      if (status === 429) continue;
      if (status === 503) {
        answers.refused += 1;
        await delay(10);
        continue;
      }
      const { version } = json as Draft;
      Object.assign(post, { version, markdown: post.sent });
      delete post.sent;
      post.saves += 1;
      answers.saved += 1;
    }
  }

  /** Reads pages that are not cached. */
  async function read(): Promise<void> {
    for (let count = 0; !stop.signal.aborted; count++) {
      await delay(20);
      const answer = await fetchOrNothing(`${origin}/search?q=word${count}`, { headers: { accept: 'text/html' } });
      const text = await answer?.text().catch(() => undefined);
      if (siteEnds && text === undefined) continue;
      if (!answer) throw new Error('No answer.');
      expect([200, 503]).toContain(answer.status);
      expect(answer.headers.get('content-type')).toMatch(/^text\/html/);
      if (answer.status === 503) expect(text).toMatch(refusal);
      answers[answer.status === 503 ? 'refusedPages' : 'pages'] += 1;
    }
  }

  const posts: Post[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    const { json } = await call('POST', '/blogs', { title, description: 'Of the test.', markdown: 'Begun.' });
    const { id, version, markdown } = json as Draft;
    posts.push({ id, version, markdown, saves: 0 });
  }
  let failure: unknown;
  const work = Promise.all([...posts.map(write), read()]).catch((error: unknown) => (failure = error));

  return {
    answers,
    /** Waits until each writer has had another save acknowledged. Returns the milliseconds that this took. */
    async progress(): Promise<number> {
      const begun = performance.now();
      const before = posts.map(({ saves }) => saves);
      const isDone = () => failure !== undefined || posts.every(({ saves }, place) => saves > (before[place] ?? 0) + 1);
      await vi.waitUntil(isDone, { timeout: 60_000, interval: 5 });
      if (failure) throw failure;
      return performance.now() - begun;
    },
    /** Stops the clients. Throws their failure, or an error if an acknowledged save is missing. */
    async check(): Promise<void> {
      stop.abort();
      await work;
      if (failure) throw failure;
      for (const post of posts) {
        await settle(post);
        expect(post.sent).toBeUndefined();
      }
    },
    stop: async () => {
      stop.abort();
      await work;
    },
  };
}
