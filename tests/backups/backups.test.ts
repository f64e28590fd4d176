import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable, Transform, Writable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as nextTurn, setTimeout as delay } from 'node:timers/promises';
import { createZstdDecompress, zstdCompressSync } from 'node:zlib';
import { Decrypter } from 'age-encryption';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runCommand } from '#app/cli.ts';
import { prepareDatabase } from '#app/prepare-database.ts';
import { settleRestore } from '#features/backups/index.ts';
import { writeBackupFile } from '#features/backups/actions/write-backup-file.ts';
import { type BackupSource, listTables, quote, quoteTable, writeBackup } from '#platform/backup/write-backup.ts';
import { deleteRemovedFiles } from '#platform/files/checked-store.ts';
import { createDatabase, type Database } from '#platform/database/database.ts';
import { lockSite, maySiteStart, SITE_LOCK } from '#platform/database/site-lock.ts';
import { startDatabaseProxy } from '#tests/support/database-proxy.ts';
import { findSystemPostgres, startSystemPostgres } from '#tests/support/system-postgres.ts';
import { createEmptyDatabase, createTestSite, type TestSite } from '#tests/support/test-site.ts';
import { createTestUser } from '#tests/support/user-factory.ts';

let site: TestSite;
let folder: string;
let backup: string;

beforeAll(async () => {
  site = await createTestSite();
  folder = await mkdtemp(join(tmpdir(), 'freehold-backups-'));
  backup = join(folder, 'backup.tar.zst');
  const user = await createTestUser(site.db, { name: 'Tab\tand\\N "quotes" 李', role: 'owner' });
  await site.http.services.files.write('documents/contract.pdf', Buffer.from('%PDF-1.7 of a contract'));
  await site.db.$client.query('update posts set title = $1 where id = 2', [`Line\nbreak of ${user.id}`]);
  await writeBackupFile(sourceOf(site), backup);
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true, force: true });
});

function sourceOf({ db, http: { services } }: TestSite, changes: Partial<BackupSource> = {}): BackupSource {
  return {
    pool: db.$client,
    files: services.files,
    version: '1.0.0',
    now: () => Temporal.Instant.from('2026-11-20T12:00:00Z'),
    encryption: undefined,
    ...changes,
  };
}

/** An empty database and data folder, where the command line restores. */
async function emptySite(connectionString?: string) {
  const database = connectionString ? { connectionString, drop: async () => {} } : await createEmptyDatabase();
  const dataDir = await mkdtemp(join(folder, 'data-'));
  const db = createDatabase(database.connectionString, 'jobs');
  onTestFinished(async () => {
    await db.$client.end();
    await database.drop();
  });
  /** Runs a command with additional settings and typed input. */
  const runWith = async (
    { typed = '', ...settings }: { readonly typed?: string; readonly [name: string]: string },
    ...command: string[]
  ) => {
    const [printed, errors] = [[], []] as [string[], string[]];
    const collect = (into: string[]) => ({ write: (text: string | Uint8Array) => into.push(String(text)) > 0 });
    const code = await runCommand(command, {
      env: { DATABASE_URL: database.connectionString, DATA_DIR: dataDir, INIT_CWD: folder, ...settings },
      stdin: Readable.from([typed]),
      stdout: collect(printed),
      stderr: collect(errors),
    });
    return { code, output: printed.join(''), errors: errors.join('') };
  };
  return {
    db,
    url: database.connectionString,
    dataDir,
    files: join(dataDir, 'files'),
    run: (...command: string[]) => runWith({}, ...command),
    runWith,
  };
}

/** Returns all rows of all tables as text, and the next value of each sequence. */
async function contentOf(db: Database) {
  const client = await db.$client.connect();
  try {
    const content: Record<string, readonly unknown[]> = {};
    for (const { name, columns } of await listTables(client)) {
      // A restored site gets its own ID.
      if (name === 'public.file_store_id') continue;
      const { rows } = await client.query<{ row: string }>(
        `select row(${columns.map(quote).join()})::text collate "C" as row from ${quoteTable(name)} order by row`,
      );
      content[name] = rows.map(({ row }) => row);
    }
    const { rows } = await client.query('select schemaname, sequencename, last_value from pg_sequences order by 1, 2');
    content.sequences = rows;
    return content;
  } finally {
    client.release();
  }
}

/** Returns the constraints, indexes, triggers and functions of a database. */
async function schemaOf(db: Database) {
  const { rows } = await db.$client.query(`
    select 'constraint' as kind, conrelid::regclass::text || ' ' || conname as name, pg_get_constraintdef(oid) as text
      from pg_constraint where connamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    union all select 'index', indexname, indexdef from pg_indexes where schemaname in ('public', 'pgboss')
    union all select 'trigger', tgrelid::regclass::text || ' ' || tgname, pg_get_triggerdef(oid) || tgenabled::text
      from pg_trigger where not tgisinternal
    union all select 'function', oid::regprocedure::text, prosrc from pg_proc
      where pronamespace in ('public'::regnamespace, 'pgboss'::regnamespace)
    order by 1, 2, 3`);
  return rows;
}

/** Returns the names of a backup's parts. */
async function partsOf(path: string): Promise<string[]> {
  const names: string[] = [];
  const tar = Readable.toWeb(Readable.from([await readFile(path)]).pipe(createZstdDecompress()));
  for await (const { header, body } of (tar as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(
    createTarDecoder(),
  )) {
    names.push(header.name);
    await body.cancel();
  }
  return names;
}

describe('a backup', () => {
  it('begins with its header, ends with its manifest and contains no secret key', async () => {
    const parts = await partsOf(backup);
    expect([parts[0], parts.at(-1)]).toEqual(['backup.json', 'manifest.json']);
    expect(parts).toContain('tables/public.posts/000000');
    expect(parts).toContain('files/documents/contract.pdf');
    expect(parts.filter(name => name.includes('secret'))).toEqual([]);
    expect((await stat(backup)).mode & 0o777).toBe(0o600);
  });

  it('restores every row, file and rule into an empty database', async () => {
    const target = await emptySite();
    const result = await target.run('restore', 'backup.tar.zst', '--json');
    expect(result).toMatchObject({ code: 0, errors: '' });
    expect(JSON.parse(result.output)).toMatchObject({ createdAt: '2026-11-20T12:00:00Z', missingFiles: [] });
    expect(await contentOf(target.db)).toEqual(await contentOf(site.db));
    expect(await schemaOf(target.db)).toEqual(await schemaOf(site.db));
    expect(await readFile(join(target.files, 'documents/contract.pdf'), 'utf8')).toBe('%PDF-1.7 of a contract');
    expect((await readdir(target.dataDir)).toSorted()).toEqual(['files', 'temporary']);
  });

  it.skipIf(!findSystemPostgres())('restores into another version of PostgreSQL', async () => {
    const server = await startSystemPostgres(findSystemPostgres() ?? '');
    onTestFinished(() => server.stop());
    const target = await emptySite(server.connectionString);
    expect(await target.run('restore', backup)).toMatchObject({ code: 0, errors: '' });
    expect(await contentOf(target.db)).toEqual(await contentOf(site.db));
  });

  it('is a consistent snapshot while others write', async () => {
    const pool = site.db.$client;
    await pool.query('create table public.writes_one (n int); create table public.writes_two (n int)');
    onTestFinished(async () => void (await pool.query('drop table writes_one, writes_two')));
    const writer = new AbortController();
    let written = 0;
    const writing = (async () => {
      while (!writer.signal.aborted) {
        // Rows of one transaction in two tables; a backup has both or neither.
        await pool.query('with one as (insert into writes_one values (1)) insert into writes_two values (1)');
        written += 1;
        await nextTurn();
      }
    })();
    await expect.poll(() => written).toBeGreaterThan(20);
    const { rows } = await writeBackup(sourceOf(site), new Writable({ write: (_chunk, _encoding, done) => done() }));
    const afterwards = written;
    writer.abort();
    await writing;
    expect(rows['public.writes_one']).toBe(rows['public.writes_two']);
    expect(rows['public.writes_one']).toBeGreaterThan(20);
    expect(afterwards).toBeGreaterThan(rows['public.writes_one'] ?? 0);
  });

  it('states the number of rows also if PostgreSQL reports it after them', async () => {
    const copyDone = Buffer.from([0x63, 0, 0, 0, 4]);
    const proxy = await startDatabaseProxy(
      site.connectionString,
      () =>
        new Transform({
          async transform(chunk: Buffer, _encoding, done) {
            const end = chunk.indexOf(copyDone) + copyDone.length;
            if (end < copyDone.length) return done(null, chunk);
            this.push(chunk.subarray(0, end));
            await delay(5);
            return done(null, chunk.subarray(end));
          },
        }),
    );
    const db = createDatabase(proxy.connectionString, 'jobs');
    onTestFinished(async () => {
      await db.$client.end();
      await proxy.close();
    });
    const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
    const { rows } = await writeBackup(sourceOf(site, { pool: db.$client }), nowhere());
    expect(rows['public.posts']).toBeGreaterThan(0);
    expect(rows).toEqual((await writeBackup(sourceOf(site), nowhere())).rows);
  });

  it.each([
    ['restored', 0, { code: 0 }],
    ['refused', 7, { code: 1, errors: expect.stringContaining('public.posts has') }],
  ])('is %s if its manifest states %i rows of a table by mistake', async (_outcome, count, expected) => {
    const tar = createTarPacker();
    const packed = buffer(tar.readable);
    const unpacked = Readable.toWeb(Readable.from([await readFile(backup)]).pipe(createZstdDecompress()));
    for await (const { header, body } of (unpacked as ReadableStream<Uint8Array<ArrayBuffer>>).pipeThrough(
      createTarDecoder(),
    )) {
      const bytes = await buffer(body);
      const changed = String(bytes).replace(/"public\.posts": \d+/, `"public.posts": ${count}`);
      const content = header.name === 'manifest.json' ? Buffer.from(changed) : bytes;
      const writer = tar.controller.add({ ...header, size: content.length }).getWriter();
      await writer.write(content);
      await writer.close();
    }
    tar.controller.finalize();
    await writeFile(join(folder, `${count}-rows.tar.zst`), zstdCompressSync(await packed));
    const target = await emptySite();
    expect(await target.run('restore', `${count}-rows.tar.zst`)).toMatchObject(expected);
  });

  it('contains files that are removed while it is written, which are deleted afterwards', async () => {
    const { files } = site.http.services;
    for (const name of ['removed', 'replaced', 'stays']) await files.write(`documents/${name}.txt`, Buffer.from(name));
    let isRemoved = false;
    const source = sourceOf(site, {
      files: {
        async open(name) {
          if (!isRemoved) {
            isRemoved = true;
            await files.remove('documents/removed.txt', 'documents/replaced.txt');
            await files.write('documents/replaced.txt', Buffer.from('again'));
          }
          return files.open(name);
        },
      },
    });
    const path = join(folder, 'removing.tar.zst');
    expect((await writeBackupFile(source, path)).missingFiles).toEqual([]);
    expect(await partsOf(path)).toContain('files/documents/removed.txt');
    expect(await files.has('documents/removed.txt')).toBe(true);

    const unavailable = { ...files, remove: () => Promise.reject(new Error('The file store is unavailable.')) };
    await expect(deleteRemovedFiles(site.db, unavailable)).rejects.toThrow('unavailable');
    expect(await files.has('documents/removed.txt')).toBe(true);
    await deleteRemovedFiles(site.db, files);
    expect(await files.has('documents/removed.txt')).toBe(false);
    expect(String(await files.read('documents/replaced.txt'))).toBe('again');
    expect(String(await files.read('documents/stays.txt'))).toBe('stays');
    await files.remove('documents/stays.txt', 'documents/replaced.txt');
    expect(await files.has('documents/stays.txt')).toBe(false);
  });

  it('is created by a command that never overwrites a file', async () => {
    const own = await createTestSite();
    onTestFinished(() => own.close());
    const target = await emptySite(own.connectionString);
    const path = join(folder, 'by-command.tar.zst');
    const { code, output, errors } = await target.run('backup', 'by-command.tar.zst', '--json');
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    const result = JSON.parse(output) as { path: string; bytes: number; missingFiles: string[] };
    // Its data folder has no files.
    expect(result).toMatchObject({
      path,
      files: 0,
      missingFiles: expect.arrayContaining([expect.stringMatching(/^pictures\//)]),
    });
    expect(await readFile(path)).toHaveLength(result.bytes);
    expect(await target.run('backup', 'by-command.tar.zst')).toEqual({
      code: 1,
      output: '',
      errors: `${path} already exists. Choose another name.\n`,
    });
  });

  it('lists files that are missing', async () => {
    const files = { open: async () => undefined };
    const { missingFiles, files: count } = await writeBackup(
      sourceOf(site, { files }),
      new Writable({ write: (_chunk, _encoding, done) => done() }),
    );
    expect(count).toBe(0);
    expect(missingFiles).toContain('documents/contract.pdf');
  });

  it.each([
    ['a file can’t be read', 'open'],
    ['the disk is full', 'disk'],
  ])('leaves no file if %s', async (_reason, kind) => {
    const place = await mkdtemp(join(folder, 'failing-'));
    const files = { open: () => Promise.reject(new Error('unreadable')) };
    const source = sourceOf(site, kind === 'open' ? { files } : {});
    if (kind === 'open') await expect(writeBackupFile(source, join(place, 'a.tar.zst'))).rejects.toThrow('unreadable');
    else {
      const full = new Writable({ write: (_chunk, _encoding, done) => done(new Error('ENOSPC')) });
      await expect(writeBackup(source, full)).rejects.toThrow('ENOSPC');
    }
    expect(await readdir(place)).toEqual([]);
    // The connection is usable again.
    expect((await site.db.$client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
  });
});

describe('an encrypted backup', () => {
  const PASSPHRASE = 'correct horse battery staple';
  const key = Buffer.alloc(32, 7).toString('hex');
  let encrypted: string;
  beforeAll(async () => {
    encrypted = join(folder, 'encrypted.tar.zst.age');
    await writeBackupFile(
      sourceOf(site, { encryption: { passphrase: PASSPHRASE, secretKey: Buffer.from(key, 'hex') } }),
      encrypted,
    );
  });

  it('is a file in the age format that contains the secret key', async () => {
    const decrypter = new Decrypter();
    decrypter.addPassphrase(PASSPHRASE);
    const plain = join(folder, 'decrypted.tar.zst');
    await writeFile(plain, await decrypter.decrypt(await readFile(encrypted)));
    expect(await partsOf(plain)).toEqual(['backup.json', 'secret.key', ...(await partsOf(backup)).slice(1)]);
  });

  it('restores everything with the secret key, which the site then uses', async () => {
    const target = await emptySite();
    expect(await target.runWith({ typed: `${PASSPHRASE}\n` }, 'restore', encrypted)).toMatchObject({
      code: 0,
      errors: 'The secret key of the backup was restored, too.\n',
    });
    expect(await contentOf(target.db)).toEqual(await contentOf(site.db));
    expect(await readFile(join(target.dataDir, 'secret.key'), 'utf8')).toBe(`${key}\n`);
    expect((await stat(join(target.dataDir, 'secret.key'))).mode & 0o777).toBe(0o600);
    expect((await readdir(target.dataDir)).toSorted()).toEqual(['files', 'secret.key', 'temporary']);
  });

  it('keeps the key of the replaced site, because that site’s backup needs it', async () => {
    const target = await emptySite();
    await target.run('restore', backup);
    await writeFile(join(target.dataDir, 'secret.key'), 'the earlier key');
    const environment = { BACKUP_PASSPHRASE: PASSPHRASE, SECRET_KEY: Buffer.alloc(32, 8).toString('hex') };
    const result = await target.runWith(environment, 'restore', encrypted, '--replace', '--json');
    expect(result).toMatchObject({
      code: 0,
      errors: expect.stringContaining('The backup has another secret key than SECRET_KEY.'),
    });
    expect(JSON.parse(result.output)).toMatchObject({
      replacedBackup: expect.stringMatching(/before-restore-.*\.tar\.zst\.age$/),
    });
    const names = await readdir(target.dataDir);
    const replaced = names.find(name => name.startsWith('secret.key.replaced-')) ?? '';
    expect(await readFile(join(target.dataDir, replaced), 'utf8')).toBe('the earlier key');
    expect(await readFile(join(target.dataDir, 'secret.key'), 'utf8')).toBe(`${key}\n`);
  });

  it.each([
    ['no passphrase', '', 'This backup is encrypted. Type its passphrase, or set BACKUP_PASSPHRASE.\n'],
    ['a wrong passphrase', 'wrong horse', 'The passphrase is wrong. Nothing was changed.\n'],
  ])('is not restored with %s', async (_name, typed, errors) => {
    const target = await emptySite();
    expect(await target.runWith({ typed }, 'restore', encrypted)).toEqual({ code: 1, output: '', errors });
    expect(await readdir(target.dataDir)).not.toContain('secret.key');
  });

  it('changes nothing if it is damaged or incomplete', async () => {
    const target = await emptySite();
    const bytes = await readFile(encrypted);
    const changed = Buffer.from(bytes);
    changed[bytes.length - 100_000] = (changed[bytes.length - 100_000] ?? 0) ^ 1;
    for (const damaged of [changed, bytes.subarray(0, -50_000), bytes.subarray(0, 30)]) {
      const path = join(folder, 'damaged.age');
      await writeFile(path, damaged);
      const result = await target.runWith({ typed: PASSPHRASE }, 'restore', path);
      expect(result).toMatchObject({
        code: 1,
        errors: expect.stringMatching(/^This backup is damaged: it can’t be read/),
      });
    }
    expect(await readdir(target.dataDir)).not.toEqual(expect.arrayContaining([expect.stringMatching(/^secret|files/)]));
    const { rows } = await target.db.$client.query("select to_regclass('public.users') as users");
    expect(rows).toEqual([{ users: null }]);
  });

  it('replaces the key only if the restore was committed', async () => {
    const target = await emptySite();
    await target.run('restore', backup);
    const client = await target.db.$client.connect();
    onTestFinished(() => client.release());
    for (const end of ['rollback', 'commit']) {
      await client.query('begin');
      const { rows } = await client.query<{ id: string }>('select pg_current_xact_id()::text as id');
      await writeFile(join(target.dataDir, `secret.key.restored-${rows[0]?.id}`), `key of the ${end}`);
      await client.query(end);
      await settleRestore({ dataDir: target.dataDir }, target.url);
      const names = (await readdir(target.dataDir)).filter(name => name.startsWith('secret'));
      expect(names).toEqual(end === 'commit' ? ['secret.key'] : []);
    }
    expect(await readFile(join(target.dataDir, 'secret.key'), 'utf8')).toBe('key of the commit');
  });
});

describe('an upgrade', () => {
  const older = `alter table publishing_transitions drop column note; alter table payments drop column processing_reason; drop index payments_unsettled_idx; create index payments_pending_idx on payments (created_at); alter table refunds drop column dispute_lost_at; alter table projects add constraint projects_id_check check (id <> ''); alter table comments drop column replied_to_user_id; alter table imports drop column prepared_count, drop column prepare_total; alter table payment_terms drop column translations; alter table billing_document_emails drop column e_invoice_problem; alter table orders drop column quote_lines, drop column milestones; drop table currency_rates, document_design, document_email_texts, invoice_reminders, recurring_invoices, invoice_drafts; drop table datev_settings, sign_in_links, removed_files, backup_settings, backup_runs, health_checks, tax_rates, payment_reminder_settings, client_emails, client_merges, dismissed_duplicates, clients; alter table orders drop column billing_details; alter table payments drop column saved_card_id, drop column attempt, drop column failure_code; drop table saved_cards; alter table bookings drop column billing_details; alter table billing_settings drop tax_country, drop is_small_business, drop business_tax_behavior, drop iban, drop bic, drop street, drop postal_code, drop city, drop region, drop electronic_address_scheme, drop electronic_address; drop function replace_default_tax_rate cascade; drop index provider_events_newest; drop index ledger_entries_credited_posted_at_idx; alter table ledger_entries drop column adjustment_id; drop table ledger_adjustments, partial_payments; alter table payments drop column received_on; drop index payments_document_reference_key, document_balances_credit; alter table document_balances drop column written_off; alter table billing_settings drop column min_partial_percent; delete from migrations where name >= '0080'`;

  /** Prepares a database as a start does, and returns the names of its backups. */
  async function upgrade(target: Awaited<ReturnType<typeof emptySite>>, backupBeforeUpgrade = true) {
    const options = { databaseUrl: target.url, dataDir: target.dataDir, backupBeforeUpgrade };
    await prepareDatabase(target.url, options, {
      files: site.http.services.files,
      secretKey: Buffer.alloc(32),
      onNotice: () => {},
    });
    return readdir(join(target.dataDir, 'backups')).catch(() => []);
  }

  it('backs up an existing database, and only if it changes', async () => {
    const target = await emptySite();
    expect(await upgrade(target)).toEqual([]);
    expect(await upgrade(target)).toEqual([]);
    await target.db.$client.query(older);
    const before = await contentOf(target.db);
    const [name = ''] = await upgrade(target);
    expect(name).toMatch(/^before-upgrade-freehold-\d{8}T\d{6}Z\.tar\.zst$/);
    expect(await upgrade(target)).toHaveLength(1);

    const restored = await emptySite();
    expect((await restored.run('restore', join(target.dataDir, 'backups', name))).code).toBe(0);
    const { 'public.migrations': ran, sequences, ...tables } = await contentOf(restored.db);
    for (const [table, rows] of Object.entries(tables)) {
      // New tables are as the migrations create them, and new columns come last.
      const known = before[table]?.map(row => String(row).slice(0, -1));
      if (known) expect(rows.map((row, index) => String(row).slice(0, known[index]?.length))).toEqual(known);
    }
    expect(Object.keys(tables)).toContain('public.sign_in_links');
    expect(sequences).toEqual(expect.arrayContaining(before.sequences as object[]));
    expect(ran).toEqual(expect.arrayContaining(before['public.migrations'] as string[]));
  });

  it('makes no backup if that is turned off', async () => {
    const target = await emptySite();
    await upgrade(target);
    await target.db.$client.query(older);
    expect(await upgrade(target, false)).toEqual([]);
    expect(await schemaOf(target.db)).toEqual(await schemaOf(site.db));
  });

  it('changes nothing if it or its backup fails', async () => {
    const target = await emptySite();
    await upgrade(target);
    await target.db.$client.query(`${older}; create table sign_in_links (other text)`);
    const before = [await contentOf(target.db), await schemaOf(target.db)];
    await expect(upgrade(target)).rejects.toThrow(
      'The migration 0080_sign_in_links.sql failed: relation "sign_in_links" already exists. The database was not changed, so the previous version still works.',
    );
    await rm(join(target.dataDir, 'backups'), { recursive: true });
    await writeFile(join(target.dataDir, 'backups'), 'in the way');
    await expect(upgrade(target)).rejects.toThrow('The backup before the upgrade failed: ');
    expect([await contentOf(target.db), await schemaOf(target.db)]).toEqual(before);
  });
});

describe('restore', () => {
  it('updates a backup of an older version', async () => {
    const target = await emptySite();
    const older = await createTestSite();
    onTestFinished(() => older.close());
    await older.db.$client.query(
      `alter table publishing_transitions drop column note; alter table payments drop column processing_reason; drop index payments_unsettled_idx; create index payments_pending_idx on payments (created_at); alter table refunds drop column dispute_lost_at; alter table projects add constraint projects_id_check check (id <> ''); alter table comments drop column replied_to_user_id; alter table imports drop column prepared_count, drop column prepare_total; alter table payment_terms drop column translations; alter table billing_document_emails drop column e_invoice_problem; alter table orders drop column quote_lines, drop column milestones; drop table currency_rates, document_design, document_email_texts, invoice_reminders, recurring_invoices, invoice_drafts; drop table datev_settings, sign_in_links, removed_files, backup_settings, backup_runs, health_checks, tax_rates, payment_reminder_settings, client_emails, client_merges, dismissed_duplicates, clients; alter table orders drop column billing_details; alter table payments drop column saved_card_id, drop column attempt, drop column failure_code; drop table saved_cards; alter table bookings drop column billing_details; alter table billing_settings drop tax_country, drop is_small_business, drop business_tax_behavior, drop iban, drop bic, drop street, drop postal_code, drop city, drop region, drop electronic_address_scheme, drop electronic_address; drop function replace_default_tax_rate cascade; drop index provider_events_newest; drop index ledger_entries_credited_posted_at_idx; alter table ledger_entries drop column adjustment_id; drop table ledger_adjustments, partial_payments; alter table payments drop column received_on; drop index payments_document_reference_key, document_balances_credit; alter table document_balances drop column written_off; alter table billing_settings drop column min_partial_percent; delete from migrations where name >= '0080'`,
    );
    await writeBackupFile(sourceOf(older), join(target.dataDir, 'older.tar.zst'));
    expect(await target.run('restore', join(target.dataDir, 'older.tar.zst'))).toMatchObject({ code: 0, errors: '' });
    expect(await schemaOf(target.db)).toEqual(await schemaOf(site.db));
  });

  it('refuses a backup of a newer version', async () => {
    const target = await emptySite();
    await site.db.$client.query(`insert into migrations (name, sha256) values ('9999_later.sql', '')`);
    onTestFinished(async () => void (await site.db.$client.query(`delete from migrations where name like '9999%'`)));
    const newer = join(target.dataDir, 'newer.tar.zst');
    await writeBackupFile(sourceOf(site), newer);
    expect(await target.run('restore', newer)).toEqual({
      code: 1,
      output: '',
      errors:
        'This backup is from Freehold 1.0.0, which is newer than this version. Install that version first. Nothing was changed.\n',
    });
  });

  it('refuses a site that has accounts, unless asked to replace it, and backs it up first', async () => {
    const target = await emptySite();
    await target.run('restore', backup);
    await target.db.$client.query(`update users set name = 'Kept until replaced'`);
    await writeFile(join(target.files, 'documents/contract.pdf'), 'of the replaced site');
    const before = await contentOf(target.db);

    expect(await target.run('restore', backup)).toMatchObject({
      code: 1,
      errors: expect.stringContaining('--replace'),
    });
    expect(await contentOf(target.db)).toEqual(before);

    const replaced = await target.run('restore', backup, '--replace', '--json');
    expect(replaced.code).toBe(0);
    expect(await contentOf(target.db)).toEqual(await contentOf(site.db));
    expect(await readFile(join(target.files, 'documents/contract.pdf'), 'utf8')).toBe('%PDF-1.7 of a contract');

    const { replacedBackup } = JSON.parse(replaced.output) as { replacedBackup: string };
    const undone = await emptySite();
    expect((await undone.run('restore', replacedBackup)).code).toBe(0);
    expect(await contentOf(undone.db)).toEqual(before);
    expect(await readFile(join(undone.files, 'documents/contract.pdf'), 'utf8')).toBe('of the replaced site');
  });

  it('refuses while an instance of the site is running', async () => {
    const target = await emptySite();
    const running = await target.db.$client.connect();
    await running.query('select pg_advisory_lock_shared($1)', [SITE_LOCK]);
    expect(await target.run('restore', backup)).toEqual({
      code: 1,
      output: '',
      errors: 'The site is running. Stop it first.\n',
    });
    running.release(true);
    await once(running, 'end').catch(() => {});
    expect(await target.run('restore', backup)).toMatchObject({ code: 0 });
  });

  it('changes nothing if the backup is damaged or incomplete', async () => {
    const target = await emptySite();
    await target.run('restore', backup);
    const before = await contentOf(target.db);
    const whole = await readFile(backup);
    const broken: [string, Buffer][] = [
      ['empty', Buffer.alloc(0)],
      ['a file that isn’t a backup', Buffer.from('a text')],
      ...[0.02, 0.5, 0.98].map((share): [string, Buffer] => [
        `cut at ${share}`,
        whole.subarray(0, whole.length * share),
      ]),
      ['one byte short', whole.subarray(0, -1)],
      ...[0.1, 0.6, 0.95].map((share): [string, Buffer] => {
        const changed = Buffer.from(whole);
        const at = Math.floor(changed.length * share);
        changed[at] = (changed[at] ?? 0) ^ 0x10;
        return [`changed at ${share}`, changed];
      }),
    ];
    for (const [what, bytes] of broken) {
      const path = join(target.dataDir, 'broken.tar.zst');
      await writeFile(path, bytes);
      const { code, errors } = await target.run('restore', path, '--replace', '--json');
      expect({ what, code, errors }).toEqual({
        what,
        code: 1,
        errors: expect.stringContaining('Nothing was changed.'),
      });
    }
    expect(await contentOf(target.db)).toEqual(before);
    expect(await readFile(join(target.files, 'documents/contract.pdf'), 'utf8')).toBe('%PDF-1.7 of a contract');
    expect((await readdir(target.dataDir)).filter(name => name.startsWith('files'))).toEqual(['files']);
  });

  it.each([
    ['finishes', 'whose rows are in the database', true],
    ['deletes the files of', 'that the database doesn’t have', false],
  ])('%s an interrupted restore %s', async (_what, _which, isCommitted) => {
    const target = await emptySite();
    await target.run('restore', backup);
    const { rows } = await target.db.$client.query<{ id: string }>('select id from file_store_id');
    await mkdir(join(target.dataDir, 'files.restored'));
    await writeFile(join(target.dataDir, 'files.restored/store-id.txt'), isCommitted ? (rows[0]?.id ?? '') : 'another');
    await writeFile(join(target.dataDir, 'files.restored/new.txt'), 'restored');
    await settleRestore(target, target.url);
    expect((await readdir(target.dataDir)).filter(name => name.startsWith('files'))).toEqual(['files']);
    expect((await readdir(target.files)).includes('new.txt')).toBe(isCommitted);
    expect((await readdir(target.files)).includes('documents')).toBe(!isCommitted);
  });

  it('keeps the site from starting until it ends', async () => {
    const target = await emptySite();
    expect(await maySiteStart(target.url)).toBe(true);
    const unlock = await lockSite(target.url);
    expect(await maySiteStart(target.url)).toBe(false);
    await unlock?.();
    await expect.poll(() => maySiteStart(target.url)).toBe(true);
  });

  it('reports a missing file and wrong usage', async () => {
    const target = await emptySite();
    expect(await target.run('restore', 'none.tar.zst')).toMatchObject({
      code: 1,
      errors: `${join(folder, 'none.tar.zst')} can’t be read.\n`,
    });
    expect(await target.run('restore')).toMatchObject({ code: 2 });
  });
});
