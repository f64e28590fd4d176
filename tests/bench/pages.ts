import { compareWithBaseline, startBaseline } from './baseline-server.ts';
import { load } from './load.ts';
import { fetchBrotli } from './raw-response.ts';
import { samplePages, type Site, startSite } from './site.ts';
import { type Row, formatInteger } from './table.ts';

const SECONDS = 4;
const BROTLI = { 'accept-encoding': 'br' };

/**
 * Compares cached pages with a bare Node server that sends the same bytes. Alternates between both, so other
 * programs affect them equally.
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
    const result = await compareWithBaseline(site, bare, (server, isFirst) =>
      load(server, server === bare ? '/' : path, isFirst ? 2 : SECONDS, BROTLI),
    );
    await checkSameBytes(site.url + path, bare.url);
    const { cpu, p50, p99 } = result.site;
    return [
      {
        measure: `Cached ${path}: throughput relative to bare Node`,
        figure: `${result.ratio.toFixed(2)} (${result.speeds})`,
        goal: '≥ 0.8',
        met: result.ratio >= 0.8,
      },
      {
        measure: '  by CPU time per request',
        figure: `${(result.bare.cpu / cpu).toFixed(2)} (${formatInteger(cpu)} and ${formatInteger(result.bare.cpu)} µs each)`,
        goal: '',
        met: null,
      },
      {
        measure: '  p50, p99 at 32 connections',
        figure: `${p50.toFixed(2)}, ${p99.toFixed(2)} ms (bare ${result.bare.p99.toFixed(2)})`,
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
