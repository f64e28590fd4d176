import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild } from './children.ts';
import { load, type Load } from './load.ts';
import { fetchBrotli } from './raw-answer.ts';
import { freePort, samplePages, type Site, startSite } from './site.ts';
import { median, type Row, whole } from './table.ts';

const ROUNDS = 5;
const SECONDS = 4;
const BROTLI = { 'accept-encoding': 'br' };

/**
 * Kept pages against bare Node sending the very same bytes. The two are asked in turns, so that whatever else the
 * machine does meets both alike.
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
  // The best compression takes its place some time after the first answer, and code gets fast by running.
  await load(site, path, 2, BROTLI);
  const bare = await startBare(site.url + path);
  const ofSite: Load[] = [];
  const ofBare: Load[] = [];
  try {
    await load(bare, '/', 2, BROTLI);
    for (let round = 0; round < ROUNDS; round++) {
      ofSite.push(await load(site, path, SECONDS, BROTLI));
      ofBare.push(await load(bare, '/', SECONDS, BROTLI));
    }
    await checkSameBytes(site.url + path, bare.url);
  } finally {
    await bare.stop();
  }
  return summary(path, ofSite, ofBare);
}

function summary(path: string, ofSite: Load[], ofBare: Load[]): Row[] {
  const of = (loads: Load[], name: keyof Load) => median(loads.map(one => one[name]));
  const ratio = of(ofSite, 'perSecond') / of(ofBare, 'perSecond');
  const work = of(ofBare, 'work') / of(ofSite, 'work');
  const p99 = of(ofSite, 'p99');
  return [
    {
      measure: `Kept ${path}, part of bare Node's speed`,
      figure: `${ratio.toFixed(2)} (${whole(of(ofSite, 'perSecond'))} of ${whole(of(ofBare, 'perSecond'))}/s)`,
      goal: '≥ 0.75, aim 0.9',
      met: ratio >= 0.75,
    },
    {
      measure: '  the same by processor time',
      figure: `${work.toFixed(2)} (${whole(of(ofSite, 'work'))} and ${whole(of(ofBare, 'work'))} µs each)`,
      goal: '',
      met: null,
    },
    {
      measure: '  p50, p99 at 32 connections',
      figure: `${of(ofSite, 'p50').toFixed(2)}, ${p99.toFixed(2)} ms (bare ${of(ofBare, 'p99').toFixed(2)})`,
      goal: 'p99 < 3 ms',
      met: p99 < 3,
    },
  ];
}

async function startBare(address: string) {
  const port = await freePort();
  const child = startChild(process.execPath, [join(import.meta.dirname, 'bare-server.ts'), String(port), address], {});
  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + 10_000; ; await delay(20)) {
    const answers = await fetchBrotli(url).then(
      () => true,
      () => false,
    );
    if (answers) return { url, pid: child.pid, stop: child.stop };
    if (Date.now() > end) throw new Error(`The bare server did not start: ${child.said()}`);
  }
}

async function checkSameBytes(one: string, other: string): Promise<void> {
  const [site, bare] = await Promise.all([fetchBrotli(one), fetchBrotli(other)]);
  if (!site.body.equals(bare.body)) throw new Error(`${one} changed while it was measured.`);
}
