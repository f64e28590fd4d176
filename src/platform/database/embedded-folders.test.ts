import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { queryDatabase, embeddedPostgresFixture } from '#tests/support/embedded-postgres-fixture.ts';
import { StartupError } from '../startup-error.ts';
import { ensureExecutableBinaries, findServerUser, SHARED_DATA_DIR } from './embedded-os-user.ts';
import { getPostgresBinaries } from './embedded-binaries.ts';

const isRoot = process.getuid?.() === 0;
const { home, notices, start } = embeddedPostgresFixture();

describe('a site does not start', () => {
  test('in a data folder that cannot be written', async () => {
    const file = join(home, 'a file');
    writeFileSync(file, '');
    const failure = start(join(file, 'data'));
    await expect(failure).rejects.toThrow(StartupError);
    await expect(failure).rejects.toThrow(`The data folder ${join(file, 'data')} is not writable (ENOTDIR)`);
  });

  test('in an occupied folder, which it names and leaves unchanged', async () => {
    const dataDir = join(home, 'taken');
    mkdirSync(join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres', 'letter.txt'), 'mine');
    await expect(start(dataDir)).rejects.toThrow(
      `The folder ${join(dataDir, 'postgres')} is not empty, but contains no PostgreSQL database`,
    );
    expect(readFileSync(join(dataDir, 'postgres', 'letter.txt'), 'utf8')).toBe('mine');
  });

  test('on a platform without programs', () => {
    expect(() => getPostgresBinaries('sunos', 'x64')).toThrow(/PostgreSQL for sunos on x64 is not installed/);
    expect(() => getPostgresBinaries('win32', 'x64')).toThrow(/^On Windows, set DATABASE_URL/);
  });
});

test('replaces the draft of a killed start that had the same PID, as in a container', { timeout: 20_000 }, async () => {
  const dataDir = join(home, 'container');
  mkdirSync(join(dataDir, `postgres.new-${process.pid}`), { recursive: true });
  writeFileSync(join(dataDir, `postgres.new-${process.pid}`, 'PG_VERSION'), '18');
  const database = await start(dataDir);
  expect(await queryDatabase(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
  expect(readdirSync(dataDir)).toEqual(['postgres']);
});

test('uses a short private socket folder if the path is too long', { timeout: 20_000 }, async () => {
  const database = await start(join(home, 'long'.repeat(30)));
  const folder = new URL(database.connectionString.replace('@/', '@base/')).searchParams.get('host') ?? '';
  expect(folder).toMatch(/^\/tmp\/freehold-[0-9a-f]{16}$/);
  expect(await queryDatabase(database, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  await database.stop();
  chmodSync(folder, 0o755);
  await expect(start(join(home, 'long'.repeat(30)))).rejects.toThrow(`The folder ${folder} belongs to another account`);
  rmSync(folder, { recursive: true });
});

describe.runIf(isRoot)('as root in a folder that no other account can enter', { timeout: 20_000 }, () => {
  let closed = '';
  let dataDir = '';
  let place = '';

  beforeAll(() => {
    closed = mkdtempSync(join(tmpdir(), 'freehold-closed-'));
    dataDir = join(closed, 'data');
  });

  afterAll(() => {
    if (place) rmSync(place, { recursive: true, force: true });
    rmSync(closed, { recursive: true, force: true });
  });

  test('stores the database elsewhere, says so, and keeps it there', async () => {
    const database = await start(dataDir);
    place = readlinkSync(join(dataDir, 'postgres'));
    expect(place).toMatch(new RegExp(`^${SHARED_DATA_DIR}/[0-9a-f]{8}`));
    expect(notices).toEqual([expect.stringMatching(`^The database is stored in ${place} because the account`)]);
    await queryDatabase(database, 'CREATE TABLE kept AS SELECT 1 AS row');
    await database.stop();

    chmodSync(closed, 0o755);
    const again = await start(dataDir);
    expect(again.connectionString).toBe(database.connectionString);
    expect(await queryDatabase(again, 'SELECT row FROM kept')).toEqual([{ row: 1 }]);
    await again.stop();

    rmSync(place, { recursive: true });
    await expect(start(dataDir)).rejects.toThrow(
      `The database that ${join(dataDir, 'postgres')} points to does not exist`,
    );
  });

  test('copies the programs once, to a folder that the account can enter', () => {
    const account = findServerUser();
    if (!account) throw new Error('root has an account for the server');
    const programs = { ...getPostgresBinaries(), folder: join(closed, 'native'), version: '18.0.0' };
    mkdirSync(join(programs.folder, 'bin'), { recursive: true });
    writeFileSync(join(programs.folder, 'bin', 'postgres'), 'program', { mode: 0o700 });
    chmodSync(closed, 0o700);

    const said: string[] = [];
    const copy = ensureExecutableBinaries(programs, account, sentence => said.push(sentence), join(home, 'shared'));
    expect(copy.folder).toBe(join(home, 'shared', 'postgresql-18.0.0'));
    expect(ensureExecutableBinaries(copy, account, sentence => said.push(sentence))).toBe(copy);
    writeFileSync(join(programs.folder, 'bin', 'postgres'), 'changed');
    ensureExecutableBinaries(programs, account, sentence => said.push(sentence), join(home, 'shared'));
    expect(readFileSync(join(copy.folder, 'bin', 'postgres'), 'utf8')).toBe('program');
    expect(said).toHaveLength(1);
  });
});
