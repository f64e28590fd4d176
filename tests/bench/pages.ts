import { compareWithBaseline, startBaseline } from './baseline-server.ts';
import { load } from './load.ts';
import { fetchBrotli } from './raw-response.ts';
import { samplePages, type Site, startSite } from './site.ts';
import { type Row, formatInteger } from './table.ts';

const SECONDS = 4;
const BROTLI = { 'accept-encoding': 'br' };

/**
 * Compares cached pages with a bare Node server that sends the same bytes. Alternates between both, so that other work
 * on the machine affects them equally.
 */
export async function measurePages(dataDir: string): Promise<Row[]> {
  const site = await startSite({ dataDir });
  try {
    const { post } = await samplePages(site.url);
    const rows: Row[] = [];
    for (const path of ['/', '/blogs', post]) rows.push(...(await measurePage(site, path)));
    return rows;
  } finally {
    await site.stop();
  }
}

async function measurePage(site: Site, path: string): Promise<Row[]> {
  // The best compression replaces the first one some time after the first response.
  await load(site, path, 2, BROTLI);
  const bare = await startBaseline(site.url + path);
  try {
    const met = await compareWithBaseline(site, bare, (server, isFirst) =>
      load(server, server === bare ? '/' : path, isFirst ? 2 : SECONDS, BROTLI),
    );
    await checkSameBytes(site.url + path, bare.url);
    const { work, p50, p99 } = met.site;
    return [
      {
        measure: `Cached ${path}: throughput, relative to bare Node`,
        figure: `${met.ratio.toFixed(2)} (${met.speeds})`,
        goal: '≥ 0.8',
        met: met.ratio >= 0.8,
      },
      {
        measure: '  by CPU time per request',
        figure: `${(met.bare.work / work).toFixed(2)} (${formatInteger(work)} and ${formatInteger(met.bare.work)} µs each)`,
        goal: '',
        met: null,
      },
      {
        measure: '  p50, p99 at 32 connections',
        figure: `${p50.toFixed(2)}, ${p99.toFixed(2)} ms (bare ${met.bare.p99.toFixed(2)})`,
        goal: 'p99 < 3 ms',
        met: p99 < 3,
      },
    ];
  } finally {
    await bare.stop();
  }
}

async function checkSameBytes(one: string, other: string): Promise<void> {
  const [site, bare] = await Promise.all([fetchBrotli(one), fetchBrotli(other)]);
  if (!site.body.equals(bare.body)) throw new Error(`${one} changed while it was measured.`);
}
