import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startDatabaseProxy } from '#tests/support/database-proxy.ts';
import { createEmptyDatabase } from '#tests/support/test-site.ts';
import { createDatabase } from './database.ts';

let connectionString: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ connectionString, drop } = await createEmptyDatabase());
});
afterAll(() => drop());

// A connection error without a listener would be an uncaught exception, which fails the run.
it('survives connections that end inside a transaction, and works once the database is back', async () => {
  const line = await startDatabaseProxy(connectionString);
  const db = createDatabase(line.connectionString, 'writes');
  for (let round = 0; round < 3; round++) {
    const open = Promise.withResolvers<void>();
    let begun = 0;
    const writing = Array.from({ length: 3 }, () =>
      db.transaction(async tx => {
        await tx.execute(sql`select 1`);
        begun += 1;
        if (begun === 3) open.resolve();
        await tx.execute(sql`select pg_sleep(60)`);
      }),
    );
    const results = Promise.allSettled(writing);
    await open.promise;
    await line.cut();
    expect((await results).map(({ status }) => status)).toEqual(Array(3).fill('rejected'));
    await line.restore();
    const { rows } = await db.transaction(tx => tx.execute(sql`select 1 as one`));
    expect(rows).toEqual([{ one: 1 }]);
  }
  await db.$client.end();
  await line.close();
});

it('survives a connection that ends while a transaction waits for something else', async () => {
  const db = createDatabase(connectionString, 'writes');
  const lost = db.transaction(async tx => {
    const { rows } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
    await db.execute(sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`);
    // The server's message arrives before the next statement is sent.
    await db.execute(sql`select 1`);
    await tx.execute(sql`select 1`);
  });
  await expect(lost).rejects.toThrow();
  expect((await db.execute(sql`select 1 as one`)).rows).toEqual([{ one: 1 }]);
  await db.$client.end();
});

it('returns the connection of a transaction that cannot begin', async () => {
  const db = createDatabase(connectionString, 'writes');
  const impossible = { isolationLevel: 'nonsense' as 'serializable' };
  for (let count = 0; count < 4; count++) await expect(db.transaction(async () => {}, impossible)).rejects.toThrow();
  expect((await db.transaction(tx => tx.execute(sql`select 1 as one`))).rows).toEqual([{ one: 1 }]);
  await db.$client.end();
});

it('prepares a statement at its third use on a connection, up to 100 statements', async () => {
  const db = createDatabase(connectionString, 'writes');
  await db.transaction(async tx => {
    const listPrepared = async () =>
      (await tx.execute<{ statement: string }>(sql`select statement from pg_prepared_statements`)).rows;
    const increment = async (value: number) => (await tx.execute(sql`select ${value}::int + 1 as next`)).rows;
    expect([await increment(1), await increment(2)]).toEqual([[{ next: 2 }], [{ next: 3 }]]);
    expect(await listPrepared()).toEqual([]);
    expect([await increment(3), await increment(4)]).toEqual([[{ next: 4 }], [{ next: 5 }]]);
    expect(await listPrepared()).toEqual([{ statement: 'select $1::int + 1 as next' }]);
    for (let value = 0; value < 120; value++) {
      for (let use = 0; use < 3; use++) {
        const { rows } = await tx.execute(sql`select ${value}::int as ${sql.identifier(`n${value}`)}`);
        expect(rows).toEqual([{ [`n${value}`]: value }]);
      }
    }
    expect(await listPrepared()).toHaveLength(100);
  });
  await db.$client.end();
});
