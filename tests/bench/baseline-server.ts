import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { startChild } from './children.ts';
import { type Load, type Server } from './load.ts';
import { fetchBrotli } from './raw-response.ts';
import { freePort } from './site.ts';
import { median, formatInteger } from './table.ts';

const ROUNDS = 5;

/** Starts bare Node, which answers with what `address` answers now, and without a word to what is sent to it. */
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
    if (Date.now() > end) throw new Error(`The bare server did not start: ${child.said()}`);
  }
}

/** What a site and bare Node met under the same load, by its middle round. */
export interface BaselineComparison {
  readonly site: Load;
  readonly bare: Load;
  /** The part of bare Node's speed that the site has, and how that was measured. */
  readonly ratio: number;
  readonly speeds: string;
}

/**
 * Puts both under load in turns, so that whatever else the machine does meets both alike. `ask` is first called once
 * for each with `isFirst`, since code gets fast by running.
 */
export async function compareWithBaseline(
  site: Server,
  bare: Server,
  ask: (server: Server, isFirst: boolean) => Promise<Load>,
): Promise<BaselineComparison> {
  await ask(site, true);
  await ask(bare, true);
  const ofSite: Load[] = [];
  const ofBare: Load[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    ofSite.push(await ask(site, false));
    ofBare.push(await ask(bare, false));
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
    work: of('work'),
    databaseWork: of('databaseWork'),
  };
}
