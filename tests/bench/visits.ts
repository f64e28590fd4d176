import { setTimeout as delay } from 'node:timers/promises';
import { openResidents, type Residents } from '../e2e/residents.ts';
import { besideBare, startBare } from './bare-node.ts';
import { openDatabases } from './databases.ts';
import { load } from './load.ts';
import { databaseProcesses } from './processes.ts';
import { startSite } from './site.ts';
import { type Row, whole } from './table.ts';

const SECONDS = 4;

/** What a site may be told of in a second on the best day of its life, and then some. */
const EXPECTED = 1000;

const TOLD = [
  {
    name: 'a visit',
    body: { page: '/pricing', width: 1440, zone: 'Europe/Berlin', from: 'news.example' },
  },
  { name: 'the speed of a page', body: { page: '/pricing', lcp: 1240, inp: 48, cls: 0.01 } },
] as const;

/** What browsers tell of visits, each of another network, against bare Node that reads and forgets it. */
export async function measureVisits(dataDir: string): Promise<Row[]> {
  const databases = await openDatabases(dataDir);
  const connectionString = await databases.withPosts(100);
  const site = await startSite({ dataDir, databaseUrl: connectionString, trustedProxies: 'loopback' });
  const residents = await openResidents({ url: site.url, connectionString });
  const server = { ...site, databasePids: () => databaseProcesses(dataDir) };
  const bare = await startBare(`${site.url}/`);
  const headers = {
    origin: site.url,
    'sec-fetch-site': 'same-origin',
    'content-type': 'text/plain;charset=UTF-8',
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  };
  try {
    const rows: Row[] = [];
    const answered = new Map<string, number>();
    for (const { name, body } of TOLD) {
      const met = await besideBare(server, bare, async (one, isFirst) => {
        const done = await load(one, '/api/v1/visits', isFirst ? 2 : SECONDS, headers, JSON.stringify(body));
        if (one === server) answered.set(name, (answered.get(name) ?? 0) + done.requests);
        return done;
      });
      const { perSecond, p50, p99, work, databaseWork } = met.site;
      rows.push(
        {
          measure: `Told of ${name}, part of bare Node's speed`,
          figure: `${met.ratio.toFixed(2)} (${met.speeds})`,
          goal: `> ${whole(EXPECTED)}/s`,
          met: perSecond > EXPECTED,
        },
        {
          measure: '  processor time each, site and database',
          figure: `${whole(work)} and ${whole(databaseWork)} µs (bare ${whole(met.bare.work)})`,
          goal: '',
          met: null,
        },
        {
          measure: '  p50, p99 at 32 connections',
          figure: `${p50.toFixed(2)}, ${p99.toFixed(2)} ms (bare ${met.bare.p99.toFixed(2)})`,
          goal: '',
          met: null,
        },
      );
    }
    rows.push(await measureCounting(site.url, residents, answered.get('a visit') ?? NaN));
    return rows;
  } finally {
    await residents.close();
    await bare.stop();
    await site.stop();
    await databases.close();
  }
}

/** How long the owner waits to see a day of so many visits for the first time, and then again. */
async function measureCounting(url: string, residents: Residents, answered: number): Promise<Row> {
  // What waits is written down within three seconds.
  await delay(4000);
  const [kept] = await residents.query('select count(*)::int as views from insights_views');
  const owner = await residents.add({ name: 'Mira Castellan', role: 'owner' });
  const cookie = await residents.cookieOf(owner);
  const times: number[] = [];
  for (let time = 0; time < 2; time++) {
    const begun = performance.now();
    const answer = await fetch(`${url}/api/v1/insights?range=today`, { headers: { cookie } });
    await answer.text();
    if (!answer.ok) throw new Error(`Insights were answered ${answer.status}.`);
    times.push(performance.now() - begun);
  }
  return {
    measure: '  visits written down of those answered; seen first, and again',
    figure: `${whole(Number(kept?.views))} of ${whole(answered)}; ${times.map(whole).join(', ')} ms`,
    goal: 'all',
    // Those that were under way as the load ended are written down as well.
    met: Number(kept?.views) >= answered,
  };
}
