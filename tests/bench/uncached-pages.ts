import { compareWithBaseline, startBaseline } from './baseline-server.ts';
import { openDatabases } from './databases.ts';
import { load, type Server } from './load.ts';
import { databaseProcesses } from './processes.ts';
import { startSite } from './site.ts';
import { median, type Row, formatInteger } from './table.ts';

const SECONDS = 4;
const ALONE = 60;
const BROTLI = { 'accept-encoding': 'br' };

/** The limit for each response without other load, in milliseconds. */
const WAIT = 10;

const DAY = 86_400_000;

/** Returns the API path of the free times for four weeks from tomorrow, which a month of the calendar requests. */
function freeTimes(): string {
  const [from, until] = [1, 29].map(days => new Date(Date.now() + days * DAY).toISOString());
  return `/api/v1/consultations/initial/slots?from=${from}&until=${until}`;
}

/** Measures responses that are rendered for each request: pages with forms, and the free times of a busy owner. */
export async function measureUncachedPages(dataDir: string): Promise<Row[]> {
  const databases = await openDatabases(dataDir);
  try {
    const site = await startSite({ dataDir, databaseUrl: await databases.withFullCalendar() });
    try {
      const server = { ...site, databasePids: () => databaseProcesses(dataDir) };
      const rows: Row[] = [];
      for (const path of ['/contact', '/pricing/consultation', freeTimes()]) {
        rows.push(...(await measureOne(server, path)));
      }
      return rows;
    } finally {
      await site.stop();
    }
  } finally {
    await databases.close();
  }
}

async function measureOne(site: Server, path: string): Promise<Row[]> {
  const name = path.startsWith('/api/') ? 'free times of four weeks' : path;
  const bare = await startBaseline(site.url + path);
  try {
    const met = await compareWithBaseline(site, bare, (server, isFirst) =>
      load(server, server === bare ? '/' : path, isFirst ? 2 : SECONDS, BROTLI),
    );
    const alone: number[] = [];
    for (let round = 0; round < ALONE; round++) {
      const begun = performance.now();
      await (await fetch(site.url + path, { headers: BROTLI })).arrayBuffer();
      alone.push(performance.now() - begun);
    }
    const { work, databaseWork, p50, p99 } = met.site;
    return [
      {
        measure: `Anew, ${name}, part of bare Node's speed`,
        figure: `${met.ratio.toFixed(2)} (${met.speeds})`,
        goal: '',
        met: null,
      },
      {
        measure: '  processor time each, site and database',
        figure: `${formatInteger(work)} and ${formatInteger(databaseWork)} µs (bare ${formatInteger(met.bare.work)})`,
        goal: '',
        met: null,
      },
      {
        measure: '  alone; p50, p99 at 32 connections',
        figure: `${median(alone).toFixed(1)}; ${p50.toFixed(1)}, ${p99.toFixed(1)} ms`,
        goal: `alone < ${WAIT} ms`,
        met: median(alone) < WAIT,
      },
    ];
  } finally {
    await bare.stop();
  }
}
