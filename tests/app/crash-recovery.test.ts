import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Draft, RevisionSummary } from '#features/blog/contract/editing.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { crashFixture } from '../support/crash-fixture.ts';

let site: Awaited<ReturnType<typeof crashFixture>>;
let cookie = '';

beforeAll(async () => {
  site = await crashFixture();
});
afterAll(() => site.close());

// Each request has a new IP address, which avoids the rate limit.
const start = (until?: RegExp) => site.start({ TRUSTED_PROXIES: 'loopback' }, until);

let asked = 0;

/** Calls the API as the owner. Throws if there is no response. */
async function call(
  method: string,
  path: string,
  body?: object,
): Promise<{ status: number; json: unknown; cookies: string[] }> {
  asked += 1;
  const { origin } = site;
  const answer = await fetch(origin + API_PREFIX + path, {
    method,
    headers: {
      origin,
      cookie,
      'x-forwarded-for': `10.1.${asked >> 8}.${asked & 255}`,
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, json: await answer.json(), cookies: answer.headers.getSetCookie() };
}

async function done<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const { status, json } = await call(method, path, body);
  expect(status, `${method} ${path}: ${JSON.stringify(json).slice(0, 300)}`).toBeLessThan(300);
  return json as Answer;
}

/** The last acknowledged state of a post, and the save that got no response. */
interface PostState {
  answered: Pick<Draft, 'id' | 'version' | 'markdown' | 'status' | 'hasUnpublishedChanges'>;
  sent?: { markdown: string; status: Draft['status'] };
}

/** Long enough to span several database pages. */
const textOf = (count: number) => `Save ${count}. ${`Words of ${count} `.repeat(900)}`;

/** Saves a post until a request fails, and publishes it now and then. */
async function writeUntilKilled(post: PostState): Promise<void> {
  for (let count = post.answered.version; ; count++) {
    const { id, version, markdown, status, hasUnpublishedChanges } = post.answered;
    const publishes = count % 5 === 4 && (status === 'draft' || hasUnpublishedChanges);
    post.sent = publishes ? { markdown, status: 'published' } : { markdown: textOf(count), status };
    try {
      const answer = publishes
        ? await call('POST', `/blogs/${id}/transitions`, { transition: 'publish' })
        : await call('PUT', `/blogs/${id}`, { version, markdown: post.sent.markdown });
      if (answer.status >= 500) return;
      expect(answer.status, JSON.stringify(answer.json).slice(0, 300)).toBe(200);
      post.answered = answer.json as Draft;
      delete post.sent;
    } catch (error) {
      if (error instanceof TypeError) return;
      throw error;
    }
  }
}

/** Checks that a post is as last acknowledged, or as the pending request would make it, and nothing in between. */
async function expectConsistent(post: PostState): Promise<void> {
  const { answered, sent } = post;
  const found = await done<Draft>('GET', `/my-blogs/${answered.id}`);
  // Saving increments the version; publishing doesn't.
  const saved = found.version > answered.version;
  expect([0, 1]).toContain(found.version - answered.version);
  expect(found.markdown === (saved ? sent?.markdown : answered.markdown), found.markdown.slice(0, 20)).toBe(true);
  expect(saved ? [sent?.status] : [answered.status, sent?.status]).toContain(found.status);
  const { items } = await done<{ items: RevisionSummary[] }>('GET', `/blogs/${found.id}/revisions`);
  const versions = items.map(({ version }) => version);
  expect(versions[0]).toBe(found.version);
  // Publishing stores a revision of the published version.
  expect(versions).toEqual(versions.toSorted((one, other) => other - one));
  for (const { id, version } of items.slice(0, 3)) {
    const revision = await done<{ content: { markdown: string } }>('GET', `/blogs/${found.id}/revisions/${id}`);
    if (version === found.version) expect(revision.content.markdown === found.markdown).toBe(true);
    expect(revision.content.markdown).toMatch(/^(?:Save (\d+)\. (?:Words of \1 ){900}|Begun\.)$/);
  }
  if (found.status === 'published') {
    // The public page shows one complete version.
    const { html } = await done<{ html: string }>('GET', `/blogs/${found.id}`);
    expect(html).toMatch(/^<p>(?:Save (\d+)\. (?:Words of \1 ?){900}|Begun\.)<\/p>$/);
  }
  post.answered = found;
  delete post.sent;
}

it('loses no acknowledged save when killed', { timeout: 120_000 }, async () => {
  const token = /\/set-up\/(\S+)\n/.exec(await start(/\/set-up\/\S+\n/))?.[1];
  const owner = {
    name: 'Mira',
    email: 'mira@site.example',
    password: 'tide-gauge-42',
    confirmPassword: 'tide-gauge-42',
  };
  const { status, cookies } = await call('POST', '/setup', { token, ...owner });
  expect(status).toBe(201);
  cookie = cookies.map(line => line.split(';')[0]).join('; ');
  const posts: PostState[] = [];
  for (const title of ['One', 'Two', 'Three']) {
    posts.push({
      answered: await done<Draft>('POST', '/blogs', { title, description: 'Of the test.', markdown: 'Begun.' }),
    });
  }
  let unanswered = 0;
  for (const kill of [site.kill, site.killWithDatabase, site.killWithDatabase]) {
    const before = posts.map(({ answered }) => answered.version);
    const writing = Promise.all(posts.map(writeUntilKilled));
    // Wait until each post was saved again, so that the kill interrupts running saves.
    const isNewer = ({ answered }: PostState, place: number) => answered.version > (before[place] ?? 0);
    await vi.waitUntil(() => posts.every(isNewer), { timeout: 20_000, interval: 10 });
    await delay(Math.random() * 400);
    await kill();
    await writing;
    unanswered += posts.filter(({ sent }) => sent).length;
    await start();
    for (const post of posts) await expectConsistent(post);
  }
  // Otherwise the kills interrupted too few requests to prove anything.
  expect(unanswered).toBeGreaterThan(3);
});
