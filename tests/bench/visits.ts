import { setTimeout as delay } from 'node:timers/promises';
import { openResidents } from '../e2e/residents.ts';
import { besideBare, startBare } from './bare-node.ts';
import { openDatabases } from './databases.ts';
import { load } from './load.ts';
import { databaseProcesses } from './processes.ts';
import { startSite } from './site.ts';
import { type Row, whole } from './table.ts';

const SECONDS = 4;

/** So many were seldom told of in a second: a site that many people talk about has some hundred readers in one. */
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
    for (const { name, body } of TOLD) {
      const met = await besideBare(server, bare, (one, isFirst) =>
        load(one, '/api/v1/visits', isFirst ? 2 : SECONDS, headers, JSON.stringify(body)),
      );
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
    // What waits is written down within three seconds.
    await delay(4000);
    const [counted] = await residents.query('select count(*)::int as views from insights_views');
    const begun = performance.now();
    const owner = await residents.add({ name: 'Mira Castellan', role: 'owner' });
    const cookie = await residents.cookieOf(owner);
    const reading = performance.now();
    const answer = await fetch(`${site.url}/api/v1/insights?range=today`, { headers: { cookie } });
    console.log(answer.status, (await answer.text()).length, performance.now() - reading, begun);
    console.log(counted);
    return rows;
  } finally {
    await residents.close();
    await bare.stop();
    await site.stop();
    await databases.close();
  }
}
