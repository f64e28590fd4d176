import { compareWithBaseline, startBaseline } from './baseline-server.ts';
import { openDatabases } from './databases.ts';
import { load, type Server } from './load.ts';
import { databaseProcesses } from './processes.ts';
import { startSite } from './site.ts';
import { median, type Row, formatInteger } from './table.ts';

const SECONDS = 4;
/** Requests without other load. */
const SINGLE_REQUESTS = 60;
const BROTLI = { 'accept-encoding': 'br' };

/** The limit for each response without other load, in milliseconds. */
const LIMIT_MS = 10;

const DAY = 86_400_000;

/** Returns the API path of the available times for four weeks from tomorrow, as the calendar requests a month. */
function slotsPath(): string {
  const [from, until] = [1, 29].map(days => new Date(Date.now() + days * DAY).toISOString());
  return `/api/v1/consultations/initial/slots?from=${from}&until=${until}`;
}

/** Measures responses that are rendered for each request: pages with forms, and the available times of a busy owner. */
export async function measureUncachedPages(dataDir: string): Promise<Row[]> {
  const databases = await openDatabases(dataDir);
  try {
    const site = await startSite({ dataDir, databaseUrl: await databases.withFullCalendar() });
    try {
      const server = { ...site, databasePids: () => databaseProcesses(dataDir) };
      const rows: Row[] = [];
      for (const path of ['/contact', '/pricing/consultation', slotsPath()]) {
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
  const name = path.startsWith('/api/') ? 'available times of four weeks' : path;
  const bare = await startBaseline(site.url + path);
  try {
    const result = await compareWithBaseline(site, bare, (server, isFirst) =>
      load(server, server === bare ? '/' : path, isFirst ? 2 : SECONDS, BROTLI),
    );
    const single: number[] = [];
    for (let round = 0; round < SINGLE_REQUESTS; round++) {
      const begun = performance.now();
      await (await fetch(site.url + path, { headers: BROTLI })).arrayBuffer();
      single.push(performance.now() - begun);
    }
    const { cpu, databaseCpu, p50, p99 } = result.site;
    return [
      {
        measure: `Uncached ${name}: throughput relative to bare Node`,
        figure: `${result.ratio.toFixed(2)} (${result.speeds})`,
        goal: '',
        met: null,
      },
      {
        measure: '  CPU time per request, site and database',
        figure: `${formatInteger(cpu)} and ${formatInteger(databaseCpu)} µs (bare ${formatInteger(result.bare.cpu)})`,
        goal: '',
        met: null,
      },
      {
        measure: '  without other load; p50, p99 at 32 connections',
        figure: `${median(single).toFixed(1)}; ${p50.toFixed(1)}, ${p99.toFixed(1)} ms`,
        goal: `< ${LIMIT_MS} ms without other load`,
        met: median(single) < LIMIT_MS,
      },
    ];
  } finally {
    await bare.stop();
  }
}
