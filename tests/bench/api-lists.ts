import { openDatabases } from './databases.ts';
import { load, type Load, type Server } from './load.ts';
import { databaseProcesses } from './processes.ts';
import { type Site, startSite } from './site.ts';
import { median, type Row, formatInteger } from './table.ts';

const ROUNDS = 4;
const SECONDS = 3;

/** Posts in total: the sample content and copies of it. */
const SIZES = [100, 1000, 10_000] as const;

interface List {
  readonly name: string;
  readonly path?: string;
  readonly query: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Each filter finds at most 100 posts, so the response is as large with 10,000 posts. */
const LISTS: readonly List[] = [
  { name: 'newest', query: 'pageSize=12' },
  { name: 'newest, compressed', query: 'pageSize=12', headers: { 'accept-encoding': 'br, gzip' } },
  { name: 'newest, page 15', query: 'pageSize=2&page=15' },
  { name: 'category', query: 'pageSize=10&category=Technology' },
  { name: 'tag', query: 'pageSize=12&tag=habits' },
  { name: 'search that matches a tenth', query: 'pageSize=10&search=coffee' },
  { name: 'search without matches', query: 'pageSize=10&search=marzipan' },
  { name: 'misspelled search', query: 'pageSize=10&search=recpie' },
  { name: 'cached search of posts and projects', path: '/search', query: 'pageSize=10&q=coffee' },
];

/** Searches that aren't cached yet, by the share of posts that match. */
const FIRST_SEARCHES = [
  { name: 'a tenth matches', word: 'coffee' },
  { name: 'most match', word: 'working' },
  { name: 'no matches', word: 'marzipan' },
  { name: 'misspelled', word: 'typescirpt' },
  { name: 'two words', word: 'late invoices' },
] as const;

/** The limit for an uncached response with 10,000 posts, in milliseconds. */
const FIRST_RESPONSE_MS = 50;

/** Measures uncached lists of posts over the API, alternating between blogs of three sizes. */
export async function measureApiLists(dataDir: string): Promise<Row[]> {
  const databases = await openDatabases(dataDir);
  const sites: Site[] = [];
  try {
    for (const size of SIZES) sites.push(await startSite({ dataDir, databaseUrl: await databases.withPosts(size) }));
    const servers = sites.map(({ url, pid }) => ({ url, pid, databasePids: () => databaseProcesses(dataDir) }));
    const rows: Row[] = [];
    for (const list of LISTS) rows.push(...(await measureList(servers, list)));
    for (const search of FIRST_SEARCHES) rows.push(await measureFirstSearch(servers, search));
    return rows;
  } finally {
    for (const site of sites) await site.stop();
    await databases.close();
  }
}

async function measureList(
  servers: readonly Server[],
  { name, path = '/blogs', query, headers }: List,
): Promise<Row[]> {
  const request = (server: Server, seconds: number) => load(server, `/api/v1${path}?${query}`, seconds, headers);
  const loads = new Map<Server, Load[]>(servers.map(server => [server, []]));
  for (const server of servers) await request(server, 1);
  for (let round = 0; round < ROUNDS; round++) {
    for (const [server, done] of loads) done.push(await request(server, SECONDS));
  }
  const of = (figure: keyof Load) => [...loads.values()].map(done => median(done.map(one => one[figure])));
  const rates = of('perSecond');
  const [few = NaN, , many = NaN] = rates;
  return [
    {
      measure: `API, ${name}, of ${SIZES.map(formatInteger).join(', ')} posts`,
      figure: `${rates.map(formatInteger).join(', ')}/s`,
      goal: '> 1,000/s',
      met: rates.every(rate => rate > 1000),
    },
    {
      measure: '  10,000 relative to 100',
      figure: (many / few).toFixed(2),
      goal: '≥ 0.85',
      met: many / few >= 0.85,
    },
    {
      measure: '  CPU time per request, site and database',
      figure: `${of('cpu').map(formatInteger).join(', ')} and ${of('databaseCpu').map(formatInteger).join(', ')} µs`,
      goal: '',
      met: null,
    },
  ];
}

/** Yields different spellings of a word, each of which the site caches separately. */
function* spellings(word: string, count: number): Generator<string> {
  for (let number = 1; number <= count; number++) {
    yield Array.from(word, (letter, place) => ((number >> place) & 1 ? letter.toUpperCase() : letter)).join('');
  }
}

async function measureFirstSearch(
  servers: readonly Server[],
  { name, word }: (typeof FIRST_SEARCHES)[number],
): Promise<Row> {
  const times = new Map<Server, number[]>(servers.map(server => [server, []]));
  for (const spelling of spellings(word, 40)) {
    for (const [server, done] of times) {
      const begun = performance.now();
      const response = await fetch(`${server.url}/api/v1/search?${new URLSearchParams({ q: spelling })}`);
      await response.text();
      if (!response.ok) throw new Error(`The search for ${spelling} failed with status ${response.status}.`);
      done.push(performance.now() - begun);
    }
  }
  const medians = [...times.values()].map(median);
  return {
    measure: `First search, ${name}, in ${SIZES.map(formatInteger).join(', ')} posts`,
    figure: `${medians.map(one => one.toFixed(1)).join(', ')} ms`,
    goal: `< ${FIRST_RESPONSE_MS} ms`,
    met: medians.every(one => one < FIRST_RESPONSE_MS),
  };
}
