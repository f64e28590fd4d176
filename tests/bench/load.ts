import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { runChild } from './children.ts';
import { cpuSeconds } from './processes.ts';

/** The number of concurrent keep-alive connections. */
const CONNECTIONS = 32;

/** The results of several seconds of load. */
export interface Load {
  readonly requests: number;
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  /**
   * Microseconds of CPU time per request, the figure least affected by other programs. NaN if the
   * system doesn't report it.
   */
  readonly cpu: number;
  readonly databaseCpu: number;
}

/** A server to put load on. */
export interface Server {
  readonly url: string;
  readonly pid: number;
  readonly databasePids?: () => readonly number[];
}

const wrk = (process.env.PATH ?? '')
  .split(delimiter)
  .map(folder => join(folder, 'wrk'))
  .find(existsSync);

/** The load generator: wrk if it is installed, since it leaves most of the machine to the site. */
export const loadProgram = wrk ? 'wrk' : 'autocannon';

/**
 * Sends requests for one path as fast as they are answered; with `body`, posts it there, each time from another IP
 * address. Throws if any response isn't 2xx.
 */
export async function load(
  server: Server,
  path: string,
  seconds: number,
  headers: Headers = {},
  body?: string,
): Promise<Load> {
  const used = () => ({
    site: cpuSeconds([server.pid]),
    database: cpuSeconds(server.databasePids?.() ?? []),
  });
  const before = used();
  const url = server.url + path;
  const waits = await (wrk
    ? loadByWrk(wrk, url, seconds, headers, body)
    : loadByAutocannon(url, seconds, headers, body));
  const after = used();
  const each = 1e6 / (waits.perSecond * seconds);
  return {
    ...waits,
    cpu: (after.site - before.site) * each,
    databaseCpu: (after.database - before.database) * each,
  };
}

type Waits = Pick<Load, 'requests' | 'perSecond' | 'p50' | 'p99'>;
type Headers = Readonly<Record<string, string>>;

async function loadByWrk(
  program: string,
  url: string,
  seconds: number,
  headers: Headers,
  body: string | undefined,
): Promise<Waits> {
  const script = join(import.meta.dirname, 'list-posts.lua');
  const target = body === undefined ? [url] : ['-s', script, url, '--', body];
  const headerOptions = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const output = await runChild(
    program,
    ['-t1', `-c${CONNECTIONS}`, `-d${seconds}s`, '--timeout', '10s', '--latency', ...headerOptions, ...target],
    seconds + 20,
  );
  if (/Non-2xx|Socket errors/.test(output)) throw new Error(`${url} fails under load: ${output}`);
  return {
    requests: Number(/(\d+) requests in/.exec(output)?.[1]),
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(output)?.[1]),
    p50: milliseconds(/^ +50% +(\S+)/m.exec(output)?.[1]),
    p99: milliseconds(/^ +99% +(\S+)/m.exec(output)?.[1]),
  };
}

/** Parses a duration as wrk prints it: `812.00us`, `1.24ms`, `1.03s`. */
function milliseconds(written = ''): number {
  const factors = { us: 0.001, ms: 1, s: 1000 };
  const [, amount, unit] = /^([\d.]+)(us|ms|s)$/.exec(written) ?? [];
  return Number(amount) * (unit === 'us' || unit === 'ms' || unit === 's' ? factors[unit] : NaN);
}

async function loadByAutocannon(
  url: string,
  seconds: number,
  headers: Headers,
  body: string | undefined,
): Promise<Waits> {
  const program = createRequire(import.meta.url).resolve('autocannon');
  const headerOptions = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}=${value}`]);
  const getArguments = [
    program,
    '-c',
    String(CONNECTIONS),
    '-d',
    String(seconds),
    '--json',
    '--no-progress',
    ...headerOptions,
    url,
  ];
  const postArguments = [join(import.meta.dirname, 'posts.ts'), url, String(seconds), String(CONNECTIONS)];
  const output = await runChild(
    process.execPath,
    body === undefined ? getArguments : [...postArguments, JSON.stringify(headers), body],
    seconds + 20,
  );
  const result = JSON.parse(output.slice(output.indexOf('{'))) as {
    non2xx: number;
    errors: number;
    requests: { average: number; total: number };
    latency: { p50: number; p99: number };
  };
  if (result.non2xx + result.errors > 0) throw new Error(`${url} fails under load: ${output}`);
  const { average, total } = result.requests;
  return { requests: total, perSecond: average, p50: result.latency.p50, p99: result.latency.p99 };
}
