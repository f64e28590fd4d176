import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { crashFixture } from '../support/crash-fixture.ts';
import type { TestDatabase } from '../support/test-database.ts';
import { createTestDatabase } from '../support/test-site.ts';

const server = join(import.meta.dirname, '../../dist/server');

/** Prints the URL of every module that a process loads. */
const PRINT_LOADS = `import { registerHooks } from 'node:module';
registerHooks({ load: (url, context, next) => (console.error('loaded', url), next(url, context)) });`;

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

/** Starts the built site, requests every path of the fakes, and returns the loaded modules and the responses. */
async function visit(environment: Record<string, string>) {
  const site = await crashFixture();
  onTestFinished(() => site.close());
  let statuses: number[] = [];
  let link = '';
  const printed = await site.start(
    {
      DATABASE_URL: database.connectionString,
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(PRINT_LOADS)}`,
      ...environment,
    },
    /Freehold is running/,
  );
  link = /\/dev\/tools\/\S+/.exec(printed)?.[0] ?? '/dev/tools/guessed';
  const get = (path: string, cookie = '') => fetch(site.origin + path, { redirect: 'manual', headers: { cookie } });
  const opened = await get(link);
  const cookie = opened.headers.get('set-cookie')?.split(';')[0];
  statuses = await Promise.all(
    [
      '/dev/mail',
      '/api/v1/dev/emails',
      '/dev/fake-provider/google/.well-known/openid-configuration',
      '/dev/fake-provider/stripe/v1/checkout/sessions/x',
    ].map(async path => (await get(path, cookie)).status),
  );
  return { opened: opened.status, statuses, loaded: printed };
}

it('loads and serves fakes only on a local site', async () => {
  const names = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter(name => name.endsWith('.js'));
  const withFakes = names.filter(name => readFileSync(join(server, name), 'utf8').includes('/dev/fake-provider/'));
  expect(withFakes).toHaveLength(1);
  const [chunk = ''] = withFakes;

  const local = await visit({});
  expect(local).toMatchObject({ opened: 303, statuses: [200, 200, 200, 401] });
  expect(local.loaded).toContain(chunk);

  const remote = await visit({ SITE_URL: 'https://ada.example' });
  expect(remote).toMatchObject({ opened: 404, statuses: [404, 404, 404, 404] });
  expect(remote.loaded).toContain('main.js');
  expect(remote.loaded).not.toContain(chunk);
});
