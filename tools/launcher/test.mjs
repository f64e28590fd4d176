import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { build } from './build.mjs';
import { chromium } from './chromium.mjs';
import { LaunchError, run, stopRequest, tool } from './processes.mjs';

const steps = {
  typecheck: { title: 'Type check', perform: typecheck },
  lint: { title: 'Lint and format', perform: lint },
  unit: { title: 'Unit, API and architecture tests', perform: unit },
  browser: { title: 'Browser tests', perform: browser },
};

/** Runs the steps, each whatever became of the one before, and ends with what failed and one line that sums them. */
export async function test(args) {
  const { only, words } = choice(args);
  const reports = mkdtempSync(join(tmpdir(), 'freehold-tests-'));
  const sum = { passed: 0, failed: 0, skipped: 0 };
  const failed = [];
  const add = (title, { names = [], ...counts }) => {
    for (const key of Object.keys(sum)) sum[key] += counts[key] ?? 0;
    if (counts.failed > 0) failed.push(names.length > 0 ? `${title}: ${names.join('; ')}` : title);
  };
  try {
    const env = {};
    if (only.includes('browser')) {
      add('Chromium', await prepare(async () => Object.assign(env, { CHROMIUM: await chromium() })));
    }
    if (only.includes('browser') || only.includes('unit')) add('Build', await prepare(build));
    for (const name of only) {
      if (stopRequest()) break;
      console.log(`\n── ${steps[name].title} ──`);
      add(steps[name].title, await steps[name].perform({ words, env, report: join(reports, `${name}.json`) }));
    }
  } finally {
    rmSync(reports, { recursive: true, force: true });
  }
  if (stopRequest()) return 130;
  for (const what of failed) console.log(`\nFailed: ${what}`);
  console.log(`\n${sum.passed} passed, ${sum.failed} failed${sum.skipped ? `, ${sum.skipped} skipped` : ''}`);
  return sum.failed === 0 && sum.passed > 0 ? 0 : 1;
}

function choice(args) {
  const at = args.findIndex(arg => arg === '--only' || arg.startsWith('--only='));
  if (at < 0) return { only: Object.keys(steps), words: args };
  const apart = args[at] === '--only';
  const asked = (apart ? (args[at + 1] ?? '') : args[at].slice('--only='.length)).split(',');
  const unknown = asked.find(name => !(name in steps));
  if (unknown !== undefined) {
    throw new LaunchError(`There is no test step "${unknown}": choose among ${Object.keys(steps).join(', ')}.`);
  }
  return {
    only: Object.keys(steps).filter(name => asked.includes(name)),
    words: args.toSpliced(at, apart ? 2 : 1),
  };
}

/** A preparation that fails counts as one failed test and hides no other. */
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

async function typecheck() {
  return asOne([await run(tool('tsc'), ['--noEmit'])]);
}

async function lint() {
  return asOne([await run(tool('oxlint'), ['--type-aware']), await run(tool('biome'), ['format'])]);
}

function asOne(codes) {
  return codes.every(code => code === 0) ? { passed: 1 } : { failed: 1 };
}

async function unit({ words, env, report }) {
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const code = await run(tool('vitest'), ['run', ...reporters, ...words], { env });
  return counted(code, report, result => ({
    passed: result.numPassedTests,
    // A file that breaks before its first test has no test to count.
    failed: result.numFailedTests + result.testResults.filter(isBrokenFile).length,
    skipped: result.numPendingTests + result.numTodoTests,
    names: result.testResults.filter(({ status }) => status === 'failed').map(({ name }) => relative('.', name)),
  }));
}

function isBrokenFile({ status, assertionResults }) {
  return status === 'failed' && !assertionResults.some(assertion => assertion.status === 'failed');
}

async function browser({ words, env, report }) {
  const code = await run(tool('playwright'), ['test', '--reporter=list,json', ...words], {
    env: { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: report },
  });
  return counted(code, report, ({ stats, suites }) => ({
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected,
    skipped: stats.skipped,
    names: suites.filter(suite => JSON.stringify(suite).includes('"unexpected"')).map(({ file }) => file),
  }));
}

/** A step that fails without a failed test, or leaves no report, counts as one failed. */
function counted(code, report, read) {
  const counts = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : {};
  return code !== 0 && !counts.failed ? { ...counts, failed: 1 } : counts;
}
