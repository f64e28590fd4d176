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

/** The benchmarks by their names on the command line, in the order in which they run. */
const benchmarks = new Map([
  ['pages', measurePages],
  ['uncached-pages', measureUncachedPages],
  ['visits', measureVisits],
  ['api-lists', measureApiLists],
  ['editor', measureEditor],
  ['scale', measureScale],
  ['memory', measureMemory],
  ['import-memory', measureImportMemory],
  ['large-import', measureLargeImport],
  ['backup', measureBackup],
  ['slow-texts', measureSlowTexts],
  ['start-time', measureStartTime],
  ['transfer-size', measureTransferSize],
  ['lighthouse', measureLighthouse],
]);

const print = (line: string) => process.stdout.write(`${line}\n`);

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    stopping = true;
    // Without its site, the running benchmark fails, which ends the process in the usual way.
    void stopChildren();
  });
}

const names = process.argv.slice(2);
const unknown = names.find(name => !benchmarks.has(name));
if (unknown !== undefined) {
  print(`Unknown benchmark "${unknown}". Choose from ${[...benchmarks.keys()].join(', ')}.`);
  process.exitCode = 1;
} else {
  await bench(names.length > 0 ? names : [...benchmarks.keys()]);
}

async function bench(chosen: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'freehold-bench-'));
  // As root, PostgreSQL runs under another account, which needs access to this folder.
  await chmod(folder, 0o755);
  const dataDir = join(folder, 'data');
  await mkdir(dataDir);
  const rows: Row[] = [];
  try {
    print('Creating a site…');
    await (await startSite({ dataDir })).stop();
    for (const [name, measure] of benchmarks) {
      if (stopping || !chosen.includes(name)) continue;
      print(`Running ${name} (load average ${loadavg()[0]?.toFixed(1)} on ${availableParallelism()} cores)…`);
      rows.push(...(await measure(dataDir).catch((error: unknown) => [failure(name, error)])));
    }
  } finally {
    const database = await realpath(join(dataDir, 'postgres')).catch(() => folder);
    await rm(database, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
  print(
    `\n${formatTable(rows)}\n\nLoad by ${loadProgram}. 1 KB is 1000 bytes. Other programs on the machine affect the results.`,
  );
}

function failure(name: string, error: unknown): Row {
  const figure = error instanceof Error ? error.message.trim().replace(/\s+/g, ' ').slice(0, 300) : String(error);
  return { measure: `${name} could not be measured`, figure, goal: '', met: false };
}
