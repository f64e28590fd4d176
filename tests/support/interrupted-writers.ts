import { setTimeout as delay } from 'node:timers/promises';
import { Client } from 'pg';
import { expect, vi } from 'vitest';
import type { Draft, RevisionSummary } from '#features/blog/contract/editing.ts';
import { findErrorCode } from '#platform/startup-error.ts';
import { API_PREFIX } from '#shared/paths.ts';

interface Post {
  /** The last acknowledged state. */
  draft: Pick<Draft, 'id' | 'version' | 'markdown' | 'status' | 'hasUnpublishedChanges'>;
  /** The state after a request that got no response, if it was carried out. */
  sent?: Pick<Draft, 'markdown' | 'status'>;
  /** Whether that request was carried out, according to the response to its retry. */
  isRepeated?: boolean;
  saves: number;
}

const OWNER = { name: 'Mira', email: 'mira@site.example', password: 'tide-gauge-42', confirmPassword: 'tide-gauge-42' };

/** Long enough to span several database pages. */
const textOf = (version: number) => `Save ${version}. ${`Words of ${version} `.repeat(900)}`;

const COMPLETE_TEXT = /^(?:Save (\d+)\. (?:Words of \1 ){900}|Begun\.)$/;
const COMPLETE_HTML = /^<p>(?:Save (\d+)\. (?:Words of \1 ?){900}|Begun\.)<\/p>$/;

/**
 * Starts three clients that keep saving and publishing posts while the site or its database is interrupted, and one
 * that reads pages. They accept 503 responses in the API's error shape with a message that matches `refusal`, and
 * missing responses if the site itself stops (`siteEnds`). Behind a proxy (`isProxied`), the proxy may also answer 502,
 * but not to readers, and repeat saves. Any other failure is thrown by `progress` and `check`.
 */
export async function startWriters(
  {
    origin,
    database,
    ...owner
  }: { origin: string; database: string } & ({ readonly setUpToken: string } | { readonly cookie: string }),
  { siteEnds = false, isProxied = false, refusal = /temporarily unavailable/ } = {},
) {
  let requestCount = 0;
  let cookie = 'cookie' in owner ? owner.cookie : '';
  const stop = new AbortController();
  const answers = { saved: 0, refused: 0, unanswered: 0, repeated: 0, pages: 0, refusedPages: 0 };

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
      if (!siteEnds) throw error;
      const isDown = error instanceof TypeError && findErrorCode(error.cause) === 'ECONNREFUSED';
      if (!isDown) answers.unanswered += 1;
      return undefined;
    });

  async function call(method: string, path: string, body?: object) {
    requestCount += 1;
    const answer = await fetchOrNothing(origin + API_PREFIX + path, {
      method,
      headers: {
        origin,
        cookie,
        // A new IP address for each request avoids the rate limit.
        'x-forwarded-for': `10.${requestCount >> 16}.${(requestCount >> 8) & 255}.${requestCount & 255}`,
        ...(body ? { 'content-type': 'application/json' } : {}),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    // The time that the proxy took to connect to each instance; only nginx sets this header.
    const [connected = '-', ...repetitions] = answer?.headers.get('x-connected')?.split(', ') ?? [];
    if (connected !== '-' && repetitions.length > 0) {
      expect(method).not.toBe('POST');
      answers.repeated += 1;
    }
    if (isProxied && answer?.status === 502) {
      answers.unanswered += 1;
      return { status: 503, json: undefined, cookies: [] };
    }
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
    else if (answer.status !== 409 || repetitions.length === 0)
      expect(answer.status, `${method} ${path}: ${JSON.stringify(json).slice(0, 300)}`).toBeLessThan(300);
    return { status: answer.status, json, cookies: answer.headers.getSetCookie() };
  }

  if ('setUpToken' in owner) {
    const { cookies } = await call('POST', '/setup', { token: owner.setUpToken, ...OWNER });
    cookie = cookies.map(line => line.split(';')[0]).join('; ');
  }

  /** Returns what the API returns to the owner, or undefined while it's unavailable. */
  async function read<Answer>(path: string): Promise<Answer | undefined> {
    const { status, json } = await call('GET', path);
    return status === 200 ? (json as Answer) : undefined;
  }

  /**
   * Finds out whether a request without a response was carried out: completely or not at all. Returns false if the API
   * is still unavailable.
   */
  async function settle(post: Post): Promise<boolean> {
    const { draft, sent } = post;
    const found = await read<Draft>(`/my-blogs/${draft.id}`);
    const revisions = await read<{ items: RevisionSummary[] }>(`/blogs/${draft.id}/revisions`);
    if (!found || !revisions) return false;
    // Saving increments the version; publishing doesn't.
    const isSaved = found.version !== draft.version;
    expect([0, 1]).toContain(found.version - draft.version);
    if (post.isRepeated) expect(isSaved).toBe(true);
    expect(found.markdown === (isSaved ? sent?.markdown : draft.markdown), found.markdown.slice(0, 20)).toBe(true);
    expect(isSaved ? [sent?.status] : [draft.status, sent?.status]).toContain(found.status);

    const versions = revisions.items.map(({ version }) => version);
    expect(versions[0]).toBe(found.version);
    expect(versions).toEqual(versions.toSorted((one, other) => other - one));
    for (const { id, version } of revisions.items.slice(0, 3)) {
      const revision = await read<{ content: Pick<Draft, 'markdown'> }>(`/blogs/${draft.id}/revisions/${id}`);
      if (!revision) return false;
      if (version === found.version) expect(revision.content.markdown === found.markdown).toBe(true);
      expect(revision.content.markdown).toMatch(COMPLETE_TEXT);
    }
    if (found.status === 'published') {
      const shown = await read<{ html: string }>(`/blogs/${draft.id}`);
      if (!shown) return false;
      expect(shown.html).toMatch(COMPLETE_HTML);
    }
    post.draft = found;
    delete post.sent;
    delete post.isRepeated;
    return true;
  }

  /** Saves a post again and again, and publishes it every fifth time. */
  async function write(post: Post): Promise<void> {
    while (!stop.signal.aborted) {
      if (post.sent && !(await settle(post))) {
        await delay(150);
        continue;
      }
      const { id, version, markdown, status, hasUnpublishedChanges } = post.draft;
      const publishes = post.saves % 5 === 4 && (status === 'draft' || hasUnpublishedChanges);
      post.sent = publishes ? { markdown, status: 'published' } : { markdown: textOf(version + 1), status };
      const answer = publishes
        ? await call('POST', `/blogs/${id}/transitions`, { transition: 'publish' })
        : await call('PUT', `/blogs/${id}`, { version, markdown: post.sent.markdown });
      if (answer.status === 429) continue;
      if (answer.status === 409) post.isRepeated = true;
      if (answer.status === 503 || answer.status === 409) {
        answers.refused += 1;
        await delay(50);
        continue;
      }
      post.draft = answer.json as Draft;
      delete post.sent;
      post.saves += 1;
      answers.saved += 1;
      // Saving without a pause would keep all cores busy.
      await delay(20);
    }
  }

  /** Reads pages that are not cached. */
  async function readPages(): Promise<void> {
    for (let count = 0; !stop.signal.aborted; count++) {
      await delay(100);
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
    posts.push({ draft: json as Draft, saves: 0 });
  }
  let failure: unknown;
  const work = Promise.all([...posts.map(write), readPages()]).catch((error: unknown) => (failure = error));

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
      for (const post of posts) expect(await settle(post)).toBe(true);
    },
    stop: async () => {
      stop.abort();
      await work;
    },
  };
}
