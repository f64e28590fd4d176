import { chmod, mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { measureBackup } from './backup.ts';
import { measureUncachedPages } from './uncached-pages.ts';
import { measureApiLists } from './api-lists.ts';
import { measureTransferSize } from './transfer-size.ts';
import { stopChildren } from './children.ts';
import { measureImportMemory } from './import-memory.ts';
import { measureLargeImport } from './large-import.ts';
import { measureLighthouse } from './lighthouse.ts';
import { loadProgram } from './load.ts';
import { measureMemory } from './memory.ts';
import { measurePages } from './pages.ts';
import { measureScale } from './scale.ts';
import { startSite } from './site.ts';
import { measureSlowTexts } from './slow-texts.ts';
import { measureStartTime } from './start-time.ts';
import { type Row, formatTable } from './table.ts';
import { measureVisits } from './visits.ts';
import { measureEditor } from './editor.ts';

/** By their names on the command line, in the order in which they run. */
const measures = new Map([
  ['pages', measurePages],
  ['anew', measureUncachedPages],
  ['visits', measureVisits],
  ['api', measureApiLists],
  ['writing', measureEditor],
  ['scale', measureScale],
  ['memory', measureMemory],
  ['import', measureImportMemory],
  ['large-import', measureLargeImport],
  ['backup', measureBackup],
  ['slow-texts', measureSlowTexts],
  ['start', measureStartTime],
  ['bytes', measureTransferSize],
  ['lighthouse', measureLighthouse],
]);

const say = (sentence: string) => process.stdout.write(`${sentence}\n`);

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopping = true;
    // The measurement that is running loses its site, fails, and exits in the usual way.
    void stopChildren();
  });
}

const names = process.argv.slice(2);
const unknown = names.find(name => !measures.has(name));
if (unknown !== undefined) {
  say(`There is no measure "${unknown}": choose among ${[...measures.keys()].join(', ')}.`);
  process.exitCode = 1;
} else {
  await bench(names.length > 0 ? names : [...measures.keys()]);
}

async function bench(chosen: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'freehold-bench-'));
  // As root, PostgreSQL runs under another account, which needs access to this folder.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const rows: Row[] = [];
  try {
    say('Making a site to measure …');
    await (await startSite({ dataDir })).stop();
    for (const [name, measure] of measures) {
      if (stopping || !chosen.includes(name)) continue;
      say(`Measuring ${name} (load on the machine's ${availableParallelism()} cores: ${loadavg()[0]?.toFixed(1)}) …`);
      rows.push(...(await measure(dataDir).catch((error: unknown) => [failure(name, error)])));
    }
  } finally {
    const database = await realpath(join(dataDir, 'postgres')).catch(() => folder);
    await rm(database, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
  say(
    `\n${formatTable(rows)}\n\nLoad by ${loadProgram}. A KB has 1000 bytes. Other work on the machine changes figures.`,
  );
}

function failure(name: string, error: unknown): Row {
  const figure = error instanceof Error ? error.message.trim().replace(/\s+/g, ' ').slice(0, 300) : String(error);
  return { measure: `${name} could not be measured`, figure, goal: '', met: false };
}
