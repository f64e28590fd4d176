import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { crashFixture } from '#tests/support/crash-fixture.ts';
import { queryDatabase } from '#tests/support/embedded-postgres-fixture.ts';

// `KILLS=30 npm test -- --only crash backup-crashes` kills thirty backups and thirty restores.
const kills = Number(process.env.KILLS ?? 3);

const main = join(import.meta.dirname, '../../dist/server/main.js');

/** Runs a command, or kills it after some milliseconds. */
async function runOrKill(dataFolder: string, command: readonly string[], killAfter?: number) {
  const env = { ...process.env, DATA_DIR: dataFolder, DATABASE_URL: '', SITE_URL: '' };
  const child = spawn(process.execPath, [main, ...command], { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const output = text(child.stderr);
  if (killAfter !== undefined) void delay(killAfter).then(() => child.kill('SIGKILL'));
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, errors: await output };
}

/** Runs a command that must succeed. */
async function run(dataFolder: string, command: readonly string[]): Promise<void> {
  const { code, errors } = await runOrKill(dataFolder, command);
  expect(code, `${command[0]}: ${errors}`).toBe(0);
}

test('a killed backup or restore leaves an intact site and complete backups', {
  timeout: 120_000 + kills * 40_000,
}, async () => {
  const site = await crashFixture();
  onTestFinished(() => site.close());
  const backups = join(site.dataFolder, 'backups');
  const marker = join(site.dataFolder, 'files/documents/marker.txt');
  const sql = (statements: string) => queryDatabase({ connectionString: site.ownDatabase }, statements);

  /** Starts the site, adds a user and a file with the same name, and stops the site. */
  async function storeName(name: string): Promise<void> {
    await site.start();
    const sha256 = createHash('sha256').update(name).digest('hex');
    await mkdir(join(marker, '..'), { recursive: true });
    await writeFile(marker, name);
    await sql(`delete from users; insert into users (id, name, email) values ('u', '${name}', 'u@site.example');
      delete from stored_files where name = 'documents/marker.txt';
      insert into stored_files (name, bytes, sha256)
        values ('documents/marker.txt', ${name.length}, decode('${sha256}', 'hex'))`);
    await site.end();
  }
  /** Starts the site, and returns the names of its user and its file. */
  async function readNames(): Promise<string[]> {
    await site.start();
    const [{ name }] = (await sql('select name from users')) as [{ name: string }];
    const owner = [name, await readFile(marker, 'utf8')];
    await site.end();
    return owner;
  }

  await storeName('before');
  const timed = performance.now();
  await run(site.dataFolder, ['backup', join(backups, 'before.tar.zst')]);
  const duration = performance.now() - timed;
  await storeName('after');
  await run(site.dataFolder, ['backup', join(backups, 'after.tar.zst')]);

  for (let number = 0; number < kills; number++) {
    await runOrKill(site.dataFolder, ['backup', join(backups, `${number}.tar.zst`)], Math.random() * duration);
  }
  // Every file that is named like a backup is complete.
  for (const name of (await readdir(backups)).filter(file => /^\d+\.tar\.zst$/.test(file))) {
    await run(site.dataFolder, ['restore', join(backups, name), '--replace']);
    expect(await readNames()).toEqual(['after', 'after']);
  }

  let finished = 0;
  for (let number = 0; number < kills; number++) {
    const wait = (0.2 + Math.random()) * 3 * duration;
    await runOrKill(site.dataFolder, ['restore', join(backups, 'before.tar.zst'), '--replace'], wait);
    const [person, file] = await readNames();
    expect(file, 'the file belongs to the database').toBe(person);
    expect(['before', 'after']).toContain(person);
    expect((await readdir(site.dataFolder)).filter(name => name.startsWith('files'))).toEqual(['files']);
    if (person === 'before') {
      finished += 1;
      await run(site.dataFolder, ['restore', join(backups, 'after.tar.zst'), '--replace']);
    }
  }
  if (process.env.KILLS) console.log(`${finished} of ${kills} killed restores had replaced the data`);
});
