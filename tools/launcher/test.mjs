import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build } from './build.mjs';
import { headlessChromium } from './chromium.mjs';
import { installSystemPrograms } from './system-programs.mjs';
import { compileCache, LaunchError, root, run, runPinned, stopRequest, tool } from './processes.mjs';

/** Steps of one lane run in sequence, and the lanes in parallel. All but the checks need the build. */
const steps = {
  lint: { title: 'Types, lint and format', perform: lint, lane: 'checks' },
  crash: { title: 'Crash and timing tests', perform: options => vitest(options, 'crash', 1), lane: 'crashes' },
  unit: { title: 'Unit, API and architecture tests', perform: options => vitest(options, 'unit', 3), lane: 'tests' },
  browser: { title: 'Browser tests', perform: browser, lane: 'tests' },
};

/**
 * Builds the site, runs the steps, and prints the output of each in turn. Ends with a list of failures, the duration
 * without the installation of packages, and one line of totals.
 */
export async function test(args) {
  const begun = performance.now();
  const { only, words } = choice(args);
  const temporary = mkdtempSync(join(inMemory() ?? tmpdir(), 'freehold-tests-'));
  // As root, PostgreSQL runs under another account, which needs access to this folder.
  chmodSync(temporary, 0o711);
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const failed = [];
  const add = (title, { names = [], ...counts }) => {
    for (const key of Object.keys(sum)) sum[key] += counts[key] ?? 0;
    if (counts.failed > 0) failed.push(names.length > 0 ? `${title}: ${names.join('; ')}` : title);
  };
  const env = { TMPDIR: temporary };
  let postgres;
  // The other steps don't wait for its installation, which can take a minute.
  const chromium = only.includes('browser')
    ? prepare(async () => Object.assign(env, { CHROMIUM: await headlessChromium() }))
    : Promise.resolve({});
  const prepared = (async () => {
    if (only.every(name => steps[name].lane === 'checks')) return;
    const programs = prepare(installSystemPrograms);
    postgres = startPostgres(env);
    add('Build', await prepare(build));
    add('Programs', await programs);
    Object.assign(env, { TEST_POSTGRES: await postgres.address });
  })();
  const lanes = { checks: Promise.resolve(), crashes: prepared, tests: prepared };
  const runs = only.map(name => {
    const { title, lane, perform } = steps[name];
    const output = heldOutput();
    const options = { words, env, write: output.write, report: join(temporary, `${name}.json`) };
    const result = Promise.all([lanes[lane], name === 'browser' && chromium]).then(() =>
      stopRequest() ? {} : perform(options),
    );
    lanes[lane] = result;
    // Errors are thrown below, where each result is awaited in turn.
    result.catch(() => {});
    return { title, output, result };
  });
  try {
    for (const { title, output, result } of runs) {
      if (stopRequest()) break;
      console.log(`\n── ${title} ──`);
      output.release();
      add(title, await result);
    }
    add('Chromium', await chromium);
    await Promise.all(runs.map(({ result }) => result));
  } finally {
    await postgres?.stop();
    rmSync(temporary, { recursive: true, force: true });
  }
  if (stopRequest()) return 130;
  for (const what of failed) console.log(`\nFailed: ${what}`);
  const seconds = Math.round((performance.now() - begun) / 1000);
  console.log(`\nTook ${Math.floor(seconds / 60)} min ${seconds % 60} s.`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`);
  return sum.failed === 0 && sum.passed > 0 ? 0 : 1;
}

/** Returns Linux's in-memory file system if it has 8 GB free. Cloning a database can take a tenth of the time there. */
function inMemory() {
  const folder = '/dev/shm';
  if (!existsSync(folder)) return undefined;
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize >= 8 * 1024 ** 3 ? folder : undefined;
}

/** Starts PostgreSQL with the databases that tests copy. All steps use it. Without an address, each starts its own. */
function startPostgres(env) {
  let child;
  const ended = runPinned([join(root, 'tests/support/serve-test-postgres.ts')], {
    env,
    channel: true,
    onStart: started => void (child = started),
  });
  const address = new Promise(resolve => {
    child?.once('message', message => resolve(JSON.stringify(message)));
    ended.finally(() => resolve('')).catch(() => {});
  });
  const stop = async () => {
    if (child?.connected) child.disconnect();
    await ended;
  };
  return { address, stop };
}

/** Buffers output until it is its turn to be printed. */
function heldOutput() {
  let held = [];
  return {
    write: bytes => void (held ? held.push(bytes) : process.stdout.write(bytes)),
    release() {
      for (const bytes of held) process.stdout.write(bytes);
      held = undefined;
    },
  };
}

function choice(args) {
  const at = args.findIndex(arg => arg === '--only' || arg.startsWith('--only='));
  if (at < 0) return { only: Object.keys(steps), words: args };
  const apart = args[at] === '--only';
  const asked = (apart ? (args[at + 1] ?? '') : args[at].slice('--only='.length)).split(',');
  const unknown = asked.find(name => !(name in steps));
  if (unknown !== undefined) {
    throw new LaunchError(`Unknown test step "${unknown}". Choose from ${Object.keys(steps).join(', ')}.`);
  }
  return {
    only: Object.keys(steps).filter(name => asked.includes(name)),
    words: args.toSpliced(at, apart ? 2 : 1),
  };
}

/** Counts a failed preparation as one failed test. */
async function prepare(action) {
  try {
    await action();
    return {};
  } catch (error) {
    if (!(error instanceof LaunchError)) throw error;
    console.error(error.message);
    return { failed: 1 };
  }
}

async function lint({ write }) {
  const codes = [
    // The linter reports the compiler's errors, too: it needs the types anyway. Collecting garbage less often saves a
    // fifth of its time for a tenth more memory.
    await run(tool('oxlint'), ['--type-aware', '--type-check'], { env: { GOGC: '400' }, write }),
    await run(tool('biome'), ['format'], { write }),
  ];
  return codes.every(code => code === 0) ? { passed: 1 } : { failed: 1 };
}

async function vitest({ words, env, report, write }, project, workers) {
  const parameters = ['run', `--project=${project}`, `--maxWorkers=${workers}`, '--reporter=default'];
  const reports = ['--reporter=json', `--outputFile.json=${report}`];
  const code = await run(tool('vitest'), [...parameters, ...reports, ...words], {
    env: { ...env, ...compileCache },
    write,
  });
  return counted(code, report, result => ({
    passed: result.numPassedTests,
    // A file that fails before its first test has no failed tests to count.
    failed: result.numFailedTests + result.testResults.filter(isBrokenFile).length,
    skipped: result.numPendingTests + result.numTodoTests,
    names: result.testResults.filter(({ status }) => status === 'failed').map(failures),
  }));
}

/** Returns a file's failed tests with the first lines of each error, for the end of the log, which CI keeps. */
function failures({ name, message, assertionResults }) {
  const tests = assertionResults.filter(({ status }) => status === 'failed');
  const lines = tests.map(({ fullName, failureMessages }) => `${fullName}: ${failureMessages.join('\n')}`);
  const details = lines.length > 0 ? lines : [message];
  return [relative('.', name), ...details.map(line => line.slice(0, 600))].join('\n  ');
}

function isBrokenFile({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some(assertion => assertion.status === 'failed');
}

async function browser({ words, env, report, write }) {
  const code = await run(tool('playwright'), ['test', '--reporter=list,json', ...words], {
    // Node.js runs the tests as they are. By default, Playwright compiles them first, which takes three times as long.
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report, PW_DISABLE_TS_ESM: '1' },
    write,
  });
  return counted(code, report, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    names: suites.filter(suite => JSON.stringify(suite).includes('"unexpected"')).map(({ file }) => file),
  }));
}

/** Counts a step as one failure if it fails without a failed test or writes no report. */
function counted(code, report, read) {
  const counts = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : {};
  return code !== 0 && !counts.failed ? { ...counts, failed: 1 } : counts;
}
