import { createHash, randomBytes } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BackupOverview } from '#features/backups/contract/index.ts';
import { API_PREFIX } from '#shared/paths.ts';
import { userFixture, type UserFixture } from '../e2e/support/site-fixture.ts';
import { openDatabases } from './databases.ts';
import { peakResidentBytes } from './processes.ts';
import { type Site, startSite } from './site.ts';
import { formatInteger, type Row } from './table.ts';

const MEGABYTE = 1024 * 1024;
const FILES = { count: 30, bytes: 100 * MEGABYTE };
const EMAILS = { count: 250_000, bytes: 8000 };

/** Milliseconds between two requests, whether or not the last one was answered. */
const INTERVAL_MS = 20;
const USUAL_SECONDS = 40;

/** The goal: the p99 of other requests, relative to the time before the backup. */
const GOAL = 2;

/**
 * Backs up a site of 5 GB as the owner does in the dashboard, while others read pages, search and write. Compares their
 * 99th percentile with that of the time before, while the backup is written and while it is tested.
 */
export async function measureBackup(dataDir: string): Promise<Row[]> {
  const databases = await openDatabases(dataDir);
  const own = join(dirname(dataDir), 'backup-data');
  await mkdir(own, { mode: 0o711 });
  try {
    const connectionString = await databases.empty('backup');
    const site = await startSite({ dataDir: own, databaseUrl: connectionString, trustedProxies: 'loopback' });
    const users = userFixture({ url: site.url, connectionString });
    try {
      const cookie = await users.cookieOf(await users.addOwner());
      await fill(own, users);
      return await measure(site, cookie);
    } finally {
      await users.close();
      await site.stop();
    }
  } finally {
    await databases.close();
    await rm(own, { recursive: true, force: true });
  }
}

async function fill(dataDir: string, users: UserFixture): Promise<void> {
  await users.query(`set statement_timeout = 0`);
  for (let number = 0; number < FILES.count; number += 1) {
    const name = `documents/large-${number}.bin`;
    const bytes = randomBytes(FILES.bytes);
    await mkdir(join(dataDir, 'files/documents'), { recursive: true });
    await writeFile(join(dataDir, 'files', name), bytes);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    await users.query(
      `insert into stored_files (name, bytes, sha256) values ('${name}', ${FILES.bytes}, decode('${sha256}', 'hex'))`,
    );
  }
  await users.query(`
    insert into emails (id, to_name, to_email, template, subject, html, text, contains_secret, state, created_at, sent_at)
    select gen_random_uuid(), 'Noor', 'noor@site.example', 'newsletter', 'Tides',
      repeat(md5(n::text), ${EMAILS.bytes / 32}), 'Tides', false, 'sent', now(), now()
    from generate_series(1, ${EMAILS.count}) as n`);
  await users.query('vacuum analyze');
}

async function measure(site: Site, cookie: string): Promise<Row[]> {
  const headers = { origin: site.url, cookie, 'content-type': 'application/json' };
  const backups = async (method: 'GET' | 'POST') => {
    const response = await fetch(`${site.url + API_PREFIX}/backups`, {
      method,
      headers,
      ...(method === 'POST' && { body: '{}' }),
    });
    if (!response.ok)
      throw new Error(`A backup request failed with status ${response.status}: ${await response.text()}`);
    return (await response.json()) as BackupOverview;
  };
  const waits: Record<'warm-up' | 'usual' | 'writing' | 'verifying', number[]> = {
    'warm-up': [],
    usual: [],
    writing: [],
    verifying: [],
  };
  let phase: keyof typeof waits = 'warm-up';
  const ending = new AbortController();
  const others = putLoadOn(site, ending.signal, milliseconds => waits[phase].push(milliseconds));
  await delay(5000);
  phase = 'usual';
  await delay(USUAL_SECONDS * 1000);

  const seconds = { writing: 0, verifying: 0 };
  await backups('POST');
  let overview = await backups('GET');
  for (let from = performance.now(); overview.current; overview = await backups('GET')) {
    phase = overview.current.status === 'writing' ? 'writing' : 'verifying';
    await delay(200);
    seconds[phase] += (performance.now() - from) / 1000;
    from = performance.now();
  }
  ending.abort();
  await others;
  const [item] = overview.items;
  if (!item || overview.last?.status !== 'completed' || item.problems.length > 0) {
    throw new Error(`The backup failed: ${JSON.stringify(overview.last)}`);
  }

  const size = FILES.count * FILES.bytes + EMAILS.count * EMAILS.bytes;
  const usual = percentile99(waits.usual);
  return [
    {
      measure: `Backup of ${(size / 1e9).toFixed(1)} GB, archive`,
      figure: `${(item.bytes / 1e9).toFixed(1)} GB, peak memory ${formatInteger(peakResidentBytes(site.pid) / MEGABYTE)} MB`,
      goal: '',
      met: null,
    },
    ...(['writing', 'verifying'] as const).map(each => {
      const ratio = percentile99(waits[each]) / usual;
      return {
        measure: `  p99 of other requests while it is ${each === 'writing' ? 'written' : 'tested'} (${seconds[each].toFixed(0)} s)`,
        figure: `${ratio.toFixed(2)} of the usual ${usual.toFixed(1)} ms (${formatInteger(waits[each].length)} requests)`,
        goal: `< ${GOAL}`,
        met: ratio < GOAL,
      };
    }),
  ];
}

/** Reads pages, searches, and reports a visit from another address in turn, at a steady rate. */
async function putLoadOn(site: Site, ending: AbortSignal, record: (milliseconds: number) => void): Promise<void> {
  const request = async (turn: number) => {
    const path = ['/', '/projects', `${API_PREFIX}/blogs?search=tide`, `${API_PREFIX}/visits`][turn % 4] ?? '/';
    const visit = {
      method: 'POST',
      headers: {
        origin: site.url,
        'sec-fetch-site': 'same-origin',
        'content-type': 'text/plain;charset=UTF-8',
        'x-forwarded-for': `198.18.${(turn >> 8) & 255}.${turn & 255}`,
      },
      body: JSON.stringify({ page: '/pricing', lcp: 1240, inp: 48, cls: 0.01 }),
    };
    const from = performance.now();
    const response = await fetch(site.url + path, turn % 4 === 3 ? visit : {});
    await response.arrayBuffer();
    if (!response.ok) throw new Error(`${path} failed with status ${response.status}.`);
    record(performance.now() - from);
  };
  const requests: Promise<void>[] = [];
  for (let turn = 0; !ending.aborted; turn += 1) {
    requests.push(request(turn));
    await delay(INTERVAL_MS);
  }
  await Promise.all(requests);
}

const percentile99 = (values: readonly number[]) =>
  values.toSorted((one, other) => one - other)[Math.floor(values.length * 0.99)] ?? NaN;
