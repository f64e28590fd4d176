import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { createBrotliDecompress, createGunzip } from 'node:zlib';
import { Client } from 'pg';
import { beforeAll, expect, it, type MockInstance, onTestFinished, vi } from 'vitest';
import { memberFixture } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

// An export is streamed while it is read from the database. This one has 20 MB over a real connection: 5,000 users, at
// most 500 per query.

const PEOPLE = 5000;
const PARTS = PEOPLE / 500;

let site: TestSite;
let origin: string;
let cookie: string;
let statements: MockInstance;

beforeAll(async () => {
  site = await createTestSite();
  cookie = (await memberFixture(() => site).arrive({ role: 'owner' })).cookie;
  await site.db.$client.query(`
    insert into users (id, name, email, role, created_at)
    select 'many-' || n, n || repeat('x', 4000), 'person.' || n || '@site.example', 'member',
      now() - interval '1 year' - n * interval '1 second'
    from generate_series(1, ${PEOPLE}) as n`);
  origin = await site.http.app.listen({ port: 0, host: '127.0.0.1' });
});

const readsPart = (statement: unknown) => (JSON.stringify(statement) ?? '').includes('array[');

/** Returns how many parts of the user list were read from the database. */
const partsRead = () => statements.mock.calls.filter(([statement]) => readsPart(statement)).length;

async function download(headers: Record<string, string> = {}): Promise<IncomingMessage> {
  statements = vi.spyOn(Client.prototype, 'query');
  const request = get(`${origin}/api/v1/users.csv`, { headers: { cookie, ...headers }, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  expect(answer.statusCode).toBe(200);
  return answer;
}

it('arrives in chunks, complete and in order', async () => {
  const answer = await download();
  expect(answer.headers['content-length']).toBeUndefined();
  const chunks: Buffer[] = [];
  let readAtFirst: number | undefined;
  for await (const chunk of answer) {
    readAtFirst ??= partsRead();
    chunks.push(chunk as Buffer);
  }
  expect(readAtFirst).toBeLessThan(PARTS);
  expect(partsRead()).toBeGreaterThanOrEqual(PARTS);
  const lines = Buffer.concat(chunks).toString('utf8').split('\r\n');
  const numbers = lines.flatMap(line => /^(\d+)x/.exec(line)?.[1] ?? []).map(Number);
  expect(numbers).toEqual(Array.from({ length: PEOPLE }, (_, index) => index + 1));
});

it.each([
  ['br', createBrotliDecompress],
  ['gzip', createGunzip],
] as const)('sends the header before the second part is read, compressed as %s', async (encoding, decompress) => {
  const query = Reflect.get(Client.prototype, 'query') as (...values: unknown[]) => unknown;
  const { promise: headingArrived, resolve: release } = Promise.withResolvers<void>();
  const held = vi.spyOn(Client.prototype, 'query');
  onTestFinished(() => {
    release();
    held.mockRestore();
  });
  let parts = 0;
  held.mockImplementation(function (this: Client, ...values: unknown[]) {
    if (!readsPart(values[0]) || ++parts === 1) query.apply(this, values);
    else void headingArrived.then(() => query.apply(this, values));
  });
  const answer = await download({ 'accept-encoding': encoding });
  expect(answer.headers['content-encoding']).toBe(encoding);
  const text = answer.pipe(decompress()).setEncoding('utf8');
  const [beginning] = (await once(text, 'data')) as [string];
  expect(beginning).toMatch(/^\uFEFF"?Name/);
  expect(beginning).toContain('1x');
  release();
  await once(text.resume(), 'end');
});

it('stops reading when the client disconnects', async () => {
  const answer = await download();
  await once(answer, 'readable');
  const closed = once(answer.socket, 'close');
  answer.destroy();
  await closed;
  // Waits until all started requests are done.
  await site.close();
  expect(partsRead()).toBeGreaterThan(0);
  expect(partsRead()).toBeLessThan(PARTS);
});
