import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scaleRows } from '../bench/scale-rows.ts';
import { requestApi, expectApiError, getApi } from '../support/api-client.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

// Deep pages use a cursor: every list must show the same rows with cursors as with page numbers.

type Row = { id?: string | number; number?: string | number };
interface List {
  readonly items: Row[];
  readonly total: number;
}

let site: TestSite;
let owner: string;
let member: string;
const SIZE = 5;
const LARGEST = 50;

beforeAll(async () => {
  site = await createTestSite();
  const members = memberFixture(() => site);
  for (const statement of scaleRows(33)) await site.db.$client.query(statement);
  // Rows with null in sorted columns, and many with equal values.
  await site.db.$client.query(`
    alter table billing_documents disable trigger user;
    update billing_documents set due_on = null where id % 4 = 0;
    alter table billing_documents enable trigger user;
    update pictures set bytes = null where in_library and id like '%7';
    update pictures set created_at = '2026-01-01' where id like 'scale-1%';
    update posts set published_at = null where status = 'draft';
    update orders set total = 500 where id % 2 = 0;
    update contact_messages set name = 'Ada' where id % 3 = 0`);
  owner = (await members.arrive({ role: 'owner' })).cookie;
  const one = await members.arrive();
  await site.db.$client.query(`update comments set author_id = $1 where author_id is not null and id % 3 = 0`, [
    one.id,
  ]);
  member = one.cookie;
});
afterAll(() => site.close());

const lists: [path: string, sorts: string[]][] = [
  [
    '/users',
    ['newest', 'oldest', 'name_asc', 'name_desc', 'email_asc', 'email_desc', 'last_active_desc', 'last_active_asc'],
  ],
  ['/users?status=active', ['last_active_desc']],
  ['/orders', ['newest', 'oldest', 'total_asc', 'total_desc', 'client_asc', 'client_desc']],
  ['/billing-documents', ['newest', 'oldest', 'due_asc', 'due_desc', 'client_asc', 'client_desc']],
  ['/billing-documents?status=paid', ['newest']],
  ['/payments', ['']],
  ['/bookings', ['upcoming_first', 'start_desc', 'newest', 'client_asc', 'client_desc']],
  ['/newsletter/subscribers', ['newest', 'oldest', 'email_asc', 'email_desc']],
  ['/contact-messages?state=all', ['newest', 'oldest', 'name_asc', 'name_desc']],
  ['/comments', ['pending_first', 'newest', 'oldest']],
  ['/comments?search=helped', ['pending_first']],
  ['/my-comments', ['']],
  ['/emails', ['']],
  ['/security-events', ['']],
  ['/media/pictures', ['newest', 'oldest', 'name_asc', 'size_desc']],
  ['/media/files', ['']],
  ['/my-blogs', ['edited_desc', 'edited_asc', 'title_asc', 'title_desc', 'published_desc', 'published_asc']],
  ['/my-projects', ['edited_desc', 'title_asc', 'title_desc', 'published_desc', 'published_asc']],
  ['/blogs', ['newest', 'oldest', 'most_liked', 'most_commented']],
  ['/blogs?tag=harbor', ['newest']],
  ['/projects', ['newest', 'oldest', 'top_rated', 'price_asc', 'price_desc']],
];

const cases = lists.flatMap(([path, sorts]) => sorts.map(sort => [path, sort] as const));

async function read(path: string, query: Record<string, string | number>): Promise<List> {
  const pairs = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
  const cookie = path.startsWith('/my-comments') ? member : owner;
  return getApi<List>(site, `${path}${path.includes('?') ? '&' : '?'}${pairs.join('&')}`, cookie);
}
const namesOf = ({ items }: List) => items.map(row => row.id ?? row.number ?? '');

/** Returns the names of all rows, read in pages of the largest size. */
async function readAll(path: string, query: Record<string, string>): Promise<(string | number)[]> {
  const names: (string | number)[] = [];
  for (let page = 1; ; page++) {
    const found = namesOf(await read(path, { ...query, pageSize: LARGEST, page }));
    names.push(...found);
    if (found.length < LARGEST) return names;
  }
}

describe('deep list page', () => {
  it.each(cases)('%s by %s equals the page by number', async (path, sort) => {
    const query = sort ? { sort } : {};
    const all = await readAll(path, query);
    expect(new Set(all).size).toBe(all.length);
    // Six pages, whose limits fall between rows with equal values, with null, and with neither.
    const pageSize = Math.min(Math.ceil(all.length / 6), LARGEST);
    const rowsOf = (page: number) => all.slice((page - 1) * pageSize, page * pageSize);
    const pages = Math.ceil(all.length / pageSize);
    expect(pages).toBeGreaterThan(3);
    expect(namesOf(await read(path, { ...query, pageSize, page: pages }))).toEqual(rowsOf(pages));
    // A number beyond the list, so only the cursor can find the rows.
    const byCursor = { ...query, pageSize, page: 1000 };
    for (let page = 2; page <= pages; page++) {
      const after = rowsOf(page - 1).at(-1) ?? '';
      expect(namesOf(await read(path, { ...byCursor, after }))).toEqual(rowsOf(page));
      const before = rowsOf(page)[0] ?? '';
      expect(namesOf(await read(path, { ...byCursor, before }))).toEqual(rowsOf(page - 1));
    }
  });

  it('falls back to its number when its row is gone', async () => {
    const second = namesOf(await read('/users', { page: 2, pageSize: SIZE }));
    expect(namesOf(await read('/users', { page: 2, pageSize: SIZE, after: 'gone' }))).toEqual(second);
    expect(namesOf(await read('/users', { page: 2, pageSize: SIZE, before: 'gone' }))).toEqual(second);
  });

  it('by featured, which has no cursor, is found by its number', async () => {
    const query = { sort: 'featured', pageSize: SIZE };
    const [first, second] = [await read('/projects', query), await read('/projects', { ...query, page: 2 })];
    expect(new Set([...namesOf(first), ...namesOf(second)]).size).toBe(2 * SIZE);
    const after = namesOf(first).at(-1) ?? '';
    expect(namesOf(await read('/projects', { ...query, page: 2, after }))).toEqual(namesOf(second));
    const before = namesOf(second)[0] ?? '';
    expect(namesOf(await read('/projects', { ...query, page: 1, before }))).toEqual(namesOf(first));
  });

  it('rejects an invalid row', async () => {
    expectApiError(await requestApi(site, '/orders?page=60&after=x', owner), 'BAD_REQUEST');
    expectApiError(await requestApi(site, '/emails?page=60&before=1', owner), 'BAD_REQUEST');
  });
});
