import { setTimeout as delay } from 'node:timers/promises';
import { userFixture, type UserFixture } from '../e2e/support/site-fixture.ts';
import { type BaselineComparison, compareWithBaseline, startBaseline } from './baseline-server.ts';
import { openDatabases } from './databases.ts';
import { load, type Server } from './load.ts';
import { databaseProcesses } from './processes.ts';
import { startSite } from './site.ts';
import { type Row, formatInteger } from './table.ts';

const SECONDS = 4;

/** The goal in beacons per second, more than any site is likely to get. */
const EXPECTED = 1000;

const BEACONS = [
  {
    name: 'visits',
    body: { page: '/pricing', viewportWidth: 1440, timeZone: 'Europe/Berlin', referrerHost: 'news.example' },
  },
  { name: 'Web Vitals', body: { page: '/pricing', lcp: 1240, inp: 48, cls: 0.01 } },
] as const;

/** Compares visit beacons, each from another IP address, with a bare Node server that reads and discards them. */
export async function measureVisits(dataDir: string): Promise<Row[]> {
  const databases = await openDatabases(dataDir);
  try {
    const connectionString = await databases.withPosts(100);
    const site = await startSite({ dataDir, databaseUrl: connectionString, trustedProxies: 'loopback' });
    try {
      return await measureBeacons({ ...site, databasePids: () => databaseProcesses(dataDir) }, connectionString);
    } finally {
      await site.stop();
    }
  } finally {
    await databases.close();
  }
}

async function measureBeacons(site: Server, connectionString: string): Promise<Row[]> {
  const bare = await startBaseline(`${site.url}/`);
  const users = userFixture({ url: site.url, connectionString });
  const headers = {
    origin: site.url,
    'sec-fetch-site': 'same-origin',
    'content-type': 'text/plain;charset=UTF-8',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
  const rows: Row[] = [];
  const answered = new Map<string, number>();
  try {
    for (const { name, body } of BEACONS) {
      const result = await compareWithBaseline(site, bare, async (one, isFirst) => {
        const done = await load(one, '/api/v1/visits', isFirst ? 2 : SECONDS, headers, JSON.stringify(body));
        if (one === site) answered.set(name, (answered.get(name) ?? 0) + done.requests);
        return done;
      });
      rows.push(...rowsOf(name, result));
    }
    rows.push(await measureReport(site.url, users, answered.get('visits') ?? NaN));
    return rows;
  } finally {
    await users.close();
    await bare.stop();
  }
}

function rowsOf(name: string, { site, bare, ratio, speeds }: BaselineComparison): Row[] {
  return [
    {
      measure: `Beacons for ${name}: throughput relative to bare Node`,
      figure: `${ratio.toFixed(2)} (${speeds})`,
      goal: `> ${formatInteger(EXPECTED)}/s`,
      met: site.perSecond > EXPECTED,
    },
    {
      measure: '  CPU time per request, site and database',
      figure: `${formatInteger(site.cpu)} and ${formatInteger(site.databaseCpu)} µs (bare ${formatInteger(bare.cpu)})`,
      goal: '',
      met: null,
    },
    {
      measure: '  p50, p99 at 32 connections',
      figure: `${site.p50.toFixed(2)}, ${site.p99.toFixed(2)} ms (bare ${bare.p99.toFixed(2)})`,
      goal: '',
      met: null,
    },
  ];
}

/** Measures how long the report of a day with this many visits takes, first uncached and then cached. */
async function measureReport(url: string, users: UserFixture, answered: number): Promise<Row> {
  // Pending visits are written within three seconds.
  await delay(4000);
  const [stored] = await users.query('select count(*)::int as views from insights_page_views');
  const owner = await users.addOwner();
  const cookie = await users.cookieOf(owner);
  const times: number[] = [];
  for (let time = 0; time < 2; time++) {
    const begun = performance.now();
    const response = await fetch(`${url}/api/v1/insights?range=today`, { headers: { cookie } });
    await response.text();
    if (!response.ok) throw new Error(`The insights request failed with status ${response.status}.`);
    times.push(performance.now() - begun);
  }
  return {
    measure: '  visits stored of those accepted; first report, second report',
    figure: `${formatInteger(Number(stored?.views))} of ${formatInteger(answered)}; ${times.map(formatInteger).join(', ')} ms`,
    goal: 'all',
    // Beacons that were in flight when the load stopped are stored, too.
    met: Number(stored?.views) >= answered,
  };
}
