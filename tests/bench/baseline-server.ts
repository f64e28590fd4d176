import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild } from './children.ts';
import { type Load, type Server } from './load.ts';
import { fetchBrotli } from './raw-response.ts';
import { freePort } from './site.ts';
import { median, formatInteger } from './table.ts';

const ROUNDS = 5;

/** Starts a bare Node server that sends what `address` sends now, and responds to posted data with nothing. */
export async function startBaseline(address: string): Promise<Server & { readonly stop: () => Promise<void> }> {
  const port = await freePort();
  const child = startChild(
    process.execPath,
    [join(import.meta.dirname, 'baseline-server-process.ts'), String(port), address],
    {},
  );
  const url = `http://127.0.0.1:${port}`;
  for (const end = Date.now() + 10_000; ; await delay(20)) {
    const answers = await fetchBrotli(url).then(
      () => true,
      () => false,
    );
    if (answers) return { url, pid: child.pid, stop: child.stop };
    if (Date.now() > end) throw new Error(`The bare server didn't start: ${child.output()}`);
  }
}

/** The results of a site and a bare Node server under the same load: the median of several rounds. */
export interface BaselineComparison {
  readonly site: Load;
  readonly bare: Load;
  /** The site's speed divided by the bare server's, and how both were measured. */
  readonly ratio: number;
  readonly speeds: string;
}

/**
 * Puts load on both in turn, so other programs on the machine affect both equally. `run` is first called once for
 * each with `isFirst`, to warm up the code.
 */
export async function compareWithBaseline(
  site: Server,
  bare: Server,
  run: (server: Server, isFirst: boolean) => Promise<Load>,
): Promise<BaselineComparison> {
  await run(site, true);
  await run(bare, true);
  const ofSite: Load[] = [];
  const ofBare: Load[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ofSite.push(await run(site, false));
    ofBare.push(await run(bare, false));
  }
  const middle = { site: middleOf(ofSite), bare: middleOf(ofBare) };
  const { site: one, bare: other } = middle;
  return {
    ...middle,
    ratio: one.perSecond / other.perSecond,
    speeds: `${formatInteger(one.perSecond)} of ${formatInteger(other.perSecond)}/s`,
  };
}

function middleOf(loads: readonly Load[]): Load {
  const of = (name: keyof Load) => median(loads.map(one => one[name]));
  return {
    requests: of('requests'),
    perSecond: of('perSecond'),
    p50: of('p50'),
    p99: of('p99'),
    cpu: of('cpu'),
    databaseCpu: of('databaseCpu'),
  };
}
