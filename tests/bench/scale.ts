import { setTimeout } from 'node:timers/promises';
import { userFixture } from '../e2e/support/site-fixture.ts';
import { openDatabases } from './databases.ts';
import { type Site, startSite } from './site.ts';
import { median, type Row, formatInteger } from './table.ts';

const FEW = 100;
const MANY = 100_000;

/** The limits for a list with 100,000 rows: milliseconds, and the ratio to the time with 100 rows. */
const LIMIT = { milliseconds: 100, times: 3 };

/** Below this many milliseconds the ratio doesn't matter, because it is mostly noise. */
const ALWAYS_FAST = 15;

const ROUNDS = 5;

/** Milliseconds after which a path isn't requested again, and after which a request times out. */
const SLOW = 2000;
const LONGEST = 20_000;

/** The requested paths. `{last}` is the last page, as the page before it links to it. */
const ADDRESSES: readonly [name: string, path: string][] = [
  ['dashboard', '/dashboard'],
  ['my posts', '/dashboard/my-blogs'],
  ['my posts, search', '/dashboard/my-blogs?search=Post+77'],
  ['my posts, drafts', '/dashboard/my-blogs?status=draft'],
  ['my posts by title', '/dashboard/my-blogs?sort=title_asc'],
  ['my projects', '/dashboard/my-projects'],
  ['my projects, search', '/dashboard/my-projects?search=Project+77'],
  ['my posts, last page', '/dashboard/my-blogs?{last}'],
  ['my projects by title', '/dashboard/my-projects?sort=title_asc'],
  ['orders', '/dashboard/orders'],
  ['orders, last page', '/dashboard/orders?{last}'],
  ['orders, search', '/dashboard/orders?search=Person+77'],
  ['orders, waiting for the owner', '/dashboard/orders?stage=waiting_on_owner'],
  ['orders, closed', '/dashboard/orders?stage=closed'],
  ['orders by total', '/dashboard/orders?sort=total_desc'],
  ['orders by client', '/dashboard/orders?sort=client_asc'],
  ['documents', '/dashboard/documents'],
  ['documents, last page', '/dashboard/documents?{last}'],
  ['documents, search', '/dashboard/documents?search=Person+77'],
  ['documents, overdue', '/dashboard/documents?status=overdue'],
  ['documents, paid', '/dashboard/documents?status=paid'],
  ['documents by client', '/dashboard/documents?sort=client_asc'],
  ['payments', '/dashboard/payments'],
  ['payments, last page', '/dashboard/payments?{last}'],
  ['payments, search', '/dashboard/payments?search=Person+77'],
  ['payments, confirmed', '/dashboard/payments?state=confirmed'],
  ['bookings', '/dashboard/bookings'],
  ['bookings, last page', '/dashboard/bookings?{last}'],
  ['bookings, search', '/dashboard/bookings?search=Person+77'],
  ['bookings, past', '/dashboard/bookings?status=past'],
  ['subscribers', '/dashboard/subscribers'],
  ['subscribers, last page', '/dashboard/subscribers?{last}'],
  ['subscribers, search', '/dashboard/subscribers?search=reader.77'],
  ['subscribers, state', '/dashboard/subscribers?state=subscribed'],
  ['users', '/dashboard/all-users'],
  ['users, last page', '/dashboard/all-users?{last}'],
  ['users, search', '/dashboard/all-users?search=person+77'],
  ['users by name', '/dashboard/all-users?sort=name_asc'],
  ['users by last activity', '/dashboard/all-users?sort=last_active_desc'],
  ['comments', '/dashboard/comments'],
  ['comments, newest', '/dashboard/comments?sort=newest'],
  ['comments, last page', '/dashboard/comments?sort=newest&{last}'],
  ['comments, search', '/dashboard/comments?search=number+77'],
  ['comments, pending', '/dashboard/comments?state=pending'],
  ['comments, published', '/dashboard/comments?state=published'],
  ['inbox', '/dashboard/inbox'],
  ['inbox, search', '/dashboard/inbox?search=Person+77'],
  ['inbox by name', '/dashboard/inbox?sort=name_asc'],
  ['emails', '/dashboard/outbox'],
  ['emails, last page', '/dashboard/outbox?{last}'],
  ['security log', '/dashboard/security-log'],
  ['security log, last page', '/dashboard/security-log?{last}'],
  ['security log, search', '/dashboard/security-log?search=person.77'],
  ['security log, one type', '/dashboard/security-log?type=signed_in'],
  ['media', '/dashboard/media'],
  ['media, last page', '/dashboard/media?{last}'],
  ['media, unused', '/dashboard/media?usage=unused'],
  ['media, search', '/dashboard/media?search=Picture+77'],
  ['files', '/dashboard/media/documents'],
  ['insights', '/dashboard/insights'],
  ['newsletter', '/dashboard/newsletter'],
  ['settings', '/dashboard/settings'],
  ['blog, API', '/api/v1/blogs'],
  ['blog, last page, API', '/api/v1/blogs?{last}'],
  ['blog, category, API', '/api/v1/blogs?category={category}&{last}'],
  ['blog, tag, API', '/api/v1/blogs?tag=harbor&{last}'],
  ['blog, search, API', '/api/v1/blogs?search=sturgeon'],
  ['projects, API', '/api/v1/projects'],
  ['projects, last page, API', '/api/v1/projects?{last}'],
  ['a post’s comments, API', '/api/v1/comments/post/scale-77'],
  ['orders.csv', '/api/v1/orders.csv'],
  ['documents.csv', '/api/v1/billing-documents.csv'],
  ['payments.csv', '/api/v1/payments.csv'],
  ['subscribers.csv', '/api/v1/newsletter/subscribers.csv'],
  ['users.csv', '/api/v1/users.csv'],
  ['insights.csv', '/api/v1/insights.csv?table=page&range=30d'],
];

/** The paths requested as a member with a few texts, orders and comments. */
const MEMBERS: readonly [name: string, path: string][] = [
  ['a member’s dashboard', '/dashboard'],
  ['a member’s posts', '/dashboard/my-blogs'],
  ['a member’s orders', '/dashboard/orders'],
  ['a member’s comments', '/dashboard/comments'],
];

/** For each list with cursors: its API path without the prefix, the ID of its rows, and its page size. */
const DEEP: Readonly<Record<string, readonly [list: string, row: 'id' | 'number', pageSize: number]>> = {
  '/dashboard/my-blogs': ['/my-blogs', 'id', 25],
  '/dashboard/orders': ['/orders', 'number', 25],
  '/dashboard/documents': ['/billing-documents', 'number', 25],
  '/dashboard/payments': ['/payments', 'id', 25],
  '/dashboard/bookings': ['/bookings', 'number', 25],
  '/dashboard/subscribers': ['/newsletter/subscribers', 'id', 25],
  '/dashboard/all-users': ['/users', 'id', 25],
  '/dashboard/comments': ['/comments', 'id', 25],
  '/dashboard/outbox': ['/emails', 'id', 20],
  '/dashboard/security-log': ['/security-events', 'id', 25],
  '/dashboard/media': ['/media/pictures', 'id', 24],
  '/api/v1/blogs': ['/blogs', 'id', 12],
  '/api/v1/projects': ['/projects', 'id', 12],
};

/** Paths whose data is cached until content changes, measured right after a change. */
const CACHED: readonly [name: string, path: string][] = [
  ['blog', '/blogs'],
  ['projects page', '/projects'],
  ['home', '/'],
  ['sitemap', '/sitemap.xml'],
  ['RSS', '/rss.xml'],
  ['JSON Feed', '/feed.json'],
  ['llms.txt', '/llms.txt'],
];

interface Target {
  readonly site: Site;
  readonly size: number;
  readonly cookies: Readonly<Record<'owner' | 'member', string>>;
  readonly change: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Milliseconds until the first byte of a response, and until the last. */
interface Taken {
  readonly first: number;
  readonly all: number;
}

/**
 * Measures every list, export and feed of the site, with 100 and with 100,000 rows in each table (500,000 comments).
 */
export async function measureScale(dataDir: string): Promise<Row[]> {
  const databases = await openDatabases(dataDir);
  const sites: Target[] = [];
  try {
    for (const size of [FEW, MANY]) sites.push(await open(dataDir, size, await databases.withRows(size)));
    const rows: Row[] = [];
    for (const [name, path] of ADDRESSES) rows.push(await measureAddress(sites, name, path));
    for (const [name, path] of MEMBERS) rows.push(await measureAddress(sites, name, path, { as: 'member' }));
    for (const [name, path] of CACHED) {
      rows.push(await measureAddress(sites, `${name}, after a change`, path, { changed: true }));
    }
    return rows;
  } finally {
    for (const { site, close } of sites) {
      await close();
      await site.stop();
    }
    await databases.close();
  }
}

async function open(dataDir: string, size: number, connectionString: string): Promise<Target> {
  const site = await startSite({ dataDir, databaseUrl: connectionString });
  const users = userFixture({ url: site.url, connectionString });
  const [existingOwner] = await users.query(`select id, name, email from users where role = 'owner'`);
  const owner = existingOwner
    ? { id: String(existingOwner.id), name: String(existingOwner.name), email: String(existingOwner.email) }
    : await users.addOwner();
  const member = { id: 'scale-7', name: 'Person 7', email: 'person.7@scale.example' };
  const cookies = { owner: await users.cookieOf(owner), member: await users.cookieOf(member) };
  const change = async () => {
    await users.query(`select pg_notify('content_changed', 'blog'), pg_notify('content_changed', 'projects')`);
  };
  // Jobs that are due at the start would slow the measurement down.
  const due = `select 1 from pgboss.job where state in ('created', 'active', 'retry') and start_after <= now()`;
  do await setTimeout(1000);
  while ((await users.query(due)).length > 0);
  return { site, size, cookies, change, close: () => users.close() };
}

async function measureAddress(
  sites: readonly Target[],
  name: string,
  path: string,
  { as = 'owner', changed = false }: { as?: 'owner' | 'member'; changed?: boolean } = {},
): Promise<Row> {
  const addresses = new Map<Target, string>();
  for (const site of sites) addresses.set(site, await addressOf(site, path));
  const taken = new Map<Target, Taken[]>(sites.map(site => [site, []]));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [site, done] of taken) {
      // Slow responses don't need to be measured often.
      if (done.length > 0 && done.every(({ all }) => all > SLOW)) continue;
      if (changed) await site.change();
      const one = await request(site, addresses.get(site) ?? path, as);
      // The first round warms up code and query plans.
      if (round > 0) done.push(one);
    }
  }
  const of = (figure: keyof Taken) => [...taken.values()].map(done => median(done.map(one => one[figure])));
  const [few = NaN, many = NaN] = of('first');
  const [, complete = NaN] = of('all');
  const streamed = path.includes('.csv') ? `, complete after ${formatInteger(complete)} ms` : '';
  return {
    measure: `Scale, ${name}`,
    figure: `${few.toFixed(1)} → ${many.toFixed(1)} ms (${(many / few).toFixed(1)}×)${streamed}`,
    goal: `< ${LIMIT.milliseconds} ms, ≤ ${LIMIT.times}×`,
    met: many < LIMIT.milliseconds && (many < ALWAYS_FAST || many <= few * LIMIT.times),
  };
}

/** Returns a path with the link to its last page, as the page before it has it. */
async function addressOf({ site, size, cookies }: Target, path: string): Promise<string> {
  const address = path.replace('{category}', 'Travel');
  const deep = DEEP[address.split('?')[0] ?? ''];
  if (!deep || !address.includes('{last}')) return address;
  const [list, row, pageSize] = deep;
  // Lists have different numbers of rows, so search backwards for the last full page.
  for (let page = Math.min(10_000, Math.ceil((size * 5) / pageSize)); page > 1; page = Math.ceil(page * 0.95) - 1) {
    const query = `${address.split('?')[1]?.replace('{last}', '') ?? ''}page=${page - 1}&pageSize=${pageSize}`;
    const response = await fetch(`${site.url}/api/v1${list}?${query}`, { headers: { cookie: cookies.owner } });
    const { items } = (await response.json()) as { items?: Record<string, string | number>[] };
    const last = items?.at(-1)?.[row];
    if (items?.length === pageSize && last !== undefined) {
      return address.replace('{last}', `page=${page}&after=${last}`);
    }
  }
  return address.replace('{last}', 'page=1');
}

async function request({ site, cookies }: Target, address: string, as: 'owner' | 'member'): Promise<Taken> {
  const begun = performance.now();
  const signal = AbortSignal.timeout(LONGEST);
  try {
    const response = await fetch(site.url + address, { headers: { cookie: cookies[as] }, redirect: 'manual', signal });
    if (response.status !== 200) throw new Error(`${address} failed with status ${response.status}.`);
    const reader = response.body?.getReader();
    await reader?.read();
    const first = performance.now() - begun;
    for (let done = !reader; !done; ) done = (await reader?.read())?.done ?? true;
    return { first, all: performance.now() - begun };
  } catch (error) {
    if (!signal.aborted) throw error;
    return { first: LONGEST, all: LONGEST };
  }
}
