import type { Draft } from '#features/blog/contract/editing.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { userFixture } from '../e2e/support/site-fixture.ts';
import { openDatabases } from './databases.ts';
import { type Site, startSite } from './site.ts';
import { median, type Row, formatInteger } from './table.ts';

const SIZES = [100, 1000, 10_000] as const;
const ROUNDS = 60;

/** The limit for each response with 10,000 posts, in milliseconds. */
const LIMIT_MS = 50;

/** A site with a signed-in owner and a draft. */
interface Target {
  readonly site: Site;
  readonly cookie: string;
  draft: Draft;
}

interface Task {
  readonly name: string;
  readonly run: (target: Target, round: number) => Promise<unknown>;
}

const paragraph = 'Words that somebody types one after the other until the thought is told. ';

const TASKS: readonly Task[] = [
  { name: 'my posts', run: target => call(target, 'GET', '/my-blogs') },
  { name: 'my posts, search', run: target => call(target, 'GET', '/my-blogs?search=coffee') },
  { name: 'open a post', run: target => call(target, 'GET', `/my-blogs/${target.draft.id}`) },
  {
    name: 'save a post of 9,000 words',
    run: async (target, round) => {
      const { id, version } = target.draft;
      const markdown = `Round ${round}. ${paragraph.repeat(692)}`;
      target.draft = (await call(target, 'PUT', `/blogs/${id}`, { version, markdown })) as Draft;
    },
  },
];

/** Measures the requests of the editor and its list, alternating between blogs of three sizes. */
export async function measureEditor(dataDir: string): Promise<Row[]> {
  const databases = await openDatabases(dataDir);
  const targets: Target[] = [];
  try {
    for (const size of SIZES) targets.push(await openTarget(dataDir, await databases.withPosts(size)));
    const rows: Row[] = [];
    for (const task of TASKS) rows.push(...(await measureTask(targets, task)));
    return rows;
  } finally {
    for (const { site } of targets) await site.stop();
    await databases.close();
  }
}

async function openTarget(dataDir: string, connectionString: string): Promise<Target> {
  const site = await startSite({ dataDir, databaseUrl: connectionString });
  const users = userFixture({ url: site.url, connectionString });
  const [existingOwner] = await users.query(`select id, name, email from users where role = 'owner'`);
  const owner = existingOwner
    ? { id: String(existingOwner.id), name: String(existingOwner.name), email: String(existingOwner.email) }
    : await users.addOwner();
  const cookie = await users.cookieOf(owner);
  await users.close();
  const session = { site, cookie };
  return {
    ...session,
    draft: (await call(session, 'POST', '/blogs', { title: 'Being written', markdown: 'a' })) as Draft,
  };
}

/** Calls the API as the owner. Throws unless the response is successful. */
async function call({ site, cookie }: Pick<Target, 'site' | 'cookie'>, method: string, path: string, body?: object) {
  const response = await fetch(site.url + API_PREFIX + path, {
    method,
    headers: { origin: site.url, cookie, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const json: unknown = await response.json();
  if (!response.ok) throw new Error(`${method} ${path} failed with status ${response.status}: ${JSON.stringify(json)}`);
  return json;
}

async function measureTask(targets: readonly Target[], { name, run }: Task): Promise<Row[]> {
  const times = new Map<Target, number[]>(targets.map(target => [target, []]));
  for (let round = -5; round < ROUNDS; round++) {
    for (const [target, done] of times) {
      const begun = performance.now();
      await run(target, round);
      if (round >= 0) done.push(performance.now() - begun);
    }
  }
  const medians = [...times.values()].map(median);
  const [few = NaN, , many = NaN] = medians;
  return [
    {
      measure: `Editor, ${name}, with ${SIZES.map(formatInteger).join(', ')} posts`,
      figure: `${medians.map(one => one.toFixed(1)).join(', ')} ms`,
      goal: `< ${LIMIT_MS} ms`,
      met: medians.every(one => one < LIMIT_MS),
    },
    {
      measure: '  10,000 relative to 100',
      figure: (many / few).toFixed(2),
      goal: '≤ 1.2',
      met: many / few <= 1.2,
    },
  ];
}
