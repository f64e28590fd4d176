import { copyFile, mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSampleContent } from '#app/sample-content.ts';
import { type Database, createDatabase } from '#platform/database/database.ts';
import { createDiskStore } from '#platform/files/file-store.ts';
import { migrate } from '#platform/database/migrate.ts';
import { createTestDatabase } from '../support/test-site.ts';

const root = join(import.meta.dirname, '../..');

let db: Database;
let drop: () => Promise<void>;
let folder: string;
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  db = createDatabase(database.connectionString, 'jobs');
  folder = await mkdtemp(join(tmpdir(), 'files-'));
});
afterAll(async () => {
  await db.$client.end();
  await drop();
  await rm(folder, { recursive: true });
});

/** Returns every row of every table as text. */
async function everything(): Promise<string> {
  const { rows: tables } = await db.$client.query<{ name: string }>(
    `select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  );
  const parts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await db.$client.query<{ text: string }>(`select t::text as text from "${name}" t order by 1`);
    parts.push(`${name}\n${rows.map(({ text }) => text).join('\n')}`);
  }
  return parts.join('\n');
}

const load = (content = join(root, 'content')) => loadSampleContent(db, createDiskStore(folder), content);

describe('second start', () => {
  it('changes no row and no file', async () => {
    const before = await everything();
    expect(before).toContain('a-one-bag-office');
    expect(await migrate(db.$client, join(root, 'migrations'))).toEqual([]);
    expect(await load()).toBe(false);
    expect(await Promise.all([load(), load()])).toEqual([false, false]);
    expect((await everything()) === before).toBe(true);
    expect(await readdir(folder)).toEqual([]);
  });

  it('does not restore sample content that the owner removed', async () => {
    await db.$client.query('delete from posts');
    await db.$client.query('delete from plans');
    expect(await load()).toBe(false);
    const { rows } = await db.$client.query(
      'select (select count(*) from posts)::int as posts, (select count(*) from plans)::int as plans',
    );
    expect(rows).toEqual([{ posts: 0, plans: 0 }]);
  });
});

describe('first start that fails halfway', () => {
  it('leaves no rows, so the next one starts over', async () => {
    // The owner's pictures exist, so rows are written before the first client's picture is found missing.
    const content = await mkdtemp(join(tmpdir(), 'content-'));
    for (const name of ['site', 'pricing', 'posts', 'projects']) {
      await symlink(join(root, 'content', name), join(content, name));
    }
    for (const name of ['people', 'posts', 'projects']) {
      await mkdir(join(content, 'pictures', name), { recursive: true });
    }
    await symlink(join(root, 'content/pictures/techs'), join(content, 'pictures/techs'));
    for (const name of ['people/mira-castellan.webp', 'people/mira-at-work.webp']) {
      await copyFile(join(root, 'content/pictures', name), join(content, 'pictures', name));
    }
    await db.$client.query('delete from site_sections');
    const before = await everything();
    await expect(load(content)).rejects.toThrow(/picture .* is missing/);
    expect((await everything()) === before).toBe(true);
    await rm(content, { recursive: true });
  });
});
