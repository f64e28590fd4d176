import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { orders } from '#features/orders/lifecycle/tables.ts';
import { createDiskStore } from '#platform/files/file-store.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { createOrderRow } from '../support/order-factory.ts';
import { insertComment, insertPost, insertProject } from '../support/row-factories.ts';
import { createSmallContent } from '../support/small-content.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

interface Counts {
  readonly items: readonly { kind: string; count: number }[];
}

let site: TestSite;
let owner: SignedInUser;
let folder: string;
let content: Awaited<ReturnType<typeof createSmallContent>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'files-'));
  await cp(inject('sampleFiles'), folder, { recursive: true });
  content = await createSmallContent();
  site = await createTestSite({ files: createDiskStore(folder), content: content.folder });
  owner = await memberFixture(() => site).arrive({ role: 'owner', name: 'Ada *Byron*', email: 'ada@site.example' });
});
afterAll(async () => {
  await site.close();
  await rm(folder, { recursive: true });
  await content.remove();
});

const sql = async (text: string, values: unknown[] = []) => (await site.db.$client.query(text, values)).rows;
const remove = (confirm = 'yes') =>
  postApi(site, '/sample-content', { confirm }, { cookie: owner.cookie, method: 'DELETE' });
const load = () => postApi(site, '/sample-content', {}, { cookie: owner.cookie, method: 'POST' });
const counts = async () => {
  const { items } = await getApi<Counts>(site, '/sample-content', owner.cookie);
  return Object.fromEntries(items.map(({ kind, count }) => [kind, count]));
};

/** Returns everything that the owner created, as text. */
async function own(): Promise<string> {
  const rows = await Promise.all([
    sql('select to_jsonb(p) as row from posts p where not is_sample order by id'),
    sql(
      `select to_jsonb(c) as row from comments c join posts p on p.id = c.post_id where not p.is_sample order by c.id`,
    ),
    sql('select to_jsonb(p) as row from projects p where not is_sample order by id'),
    sql('select to_jsonb(s) as row from site_sections s where not is_sample and not is_placeholder order by key'),
    sql('select to_jsonb(p) as row from plans p where not is_sample order by id'),
    sql('select to_jsonb(t) as row from payment_terms t order by number'),
    sql('select to_jsonb(t) as row from payment_term_settings t'),
    sql('select to_jsonb(u) as row from users u order by id'),
  ]);
  return JSON.stringify(rows);
}

describe('sample content', () => {
  it('is counted by kind', async () => {
    const all = await counts();
    expect(all).toMatchObject({ posts: 30, skills: 10, testimonials: 5, profile: 1 });
    expect(Object.values(all)).not.toContain(0);
  });

  it('is removed only after confirmation', async () => {
    const before = await counts();
    expect(expectApiError(await remove(''), 'BAD_REQUEST').fields).toHaveProperty('confirm');
    expect(await counts()).toEqual(before);
  });

  it('is removed without touching the owner’s content and can be restored', async () => {
    const [shown] = await sql(`select cover_image_id, author_id from posts where slug = 'a-one-bag-office'`);
    const [mentioned] = await sql(
      `select cover_image_id from posts where slug <> 'a-one-bag-office' and is_sample limit 1`,
    );
    const postId = await insertPost(site.db, {
      slug: 'my-own',
      coverImageId: String(shown?.cover_image_id),
      markdown: `![A](/media/pictures/${String(mentioned?.cover_image_id)}-800.webp)`,
    });
    await insertComment(site.db, { postId, authorName: 'Lin', designation: 'Reader', body: 'Mine' });
    // A sample that the owner has changed.
    await sql(`update posts set is_sample = false, title = 'Rewritten' where slug = 'a-one-bag-office'`);
    await insertProject(site.db, { id: 'my-project' });
    const skills = await getApi<{ version: number }>(site, '/site/sections/skills', owner.cookie);
    await postApi(
      site,
      '/site/sections/skills',
      { version: skills.version, value: [{ skill: 'Cobol', level: '99', area: 'Back end' }] },
      { cookie: owner.cookie, method: 'PUT' },
    );
    const mine = await own();
    expect(mine).toContain('Cobol');

    const held = (await sql('select id from pictures')).map(({ id }) => String(id));
    expect((await remove()).statusCode).toBe(200);
    expect(Object.values(await counts()).every(count => count === 0)).toBe(true);
    expect(await own()).toBe(mine);
    expect((await sql('select slug from posts order by slug')).map(({ slug }) => slug)).toEqual([
      'a-one-bag-office',
      'my-own',
    ]);
    const pictures = (await sql('select id from pictures')).map(({ id }) => id);
    expect(pictures).toContain(shown?.cover_image_id);
    expect(pictures).toContain(mentioned?.cover_image_id);
    // The other accounts belong to the owner's author and to users who commented on the owner's posts.
    expect(pictures.length).toBeLessThan(12);
    // The folder is a copy of the shared one, which may contain files of other tests.
    const files = (await readdir(join(folder, 'pictures'))).filter(name => held.includes(name.slice(0, 16)));
    expect(files.filter(name => !pictures.some(id => name.startsWith(String(id))))).toEqual([]);
    expect(files).toContain(`${String(shown?.cover_image_id)}.webp`);

    expect((await remove()).statusCode, 'a second time changes nothing').toBe(200);
    expect(await own()).toBe(mine);

    expect((await load()).statusCode).toBe(200);
    expect(await own()).toBe(mine);
    expect(await counts()).toMatchObject({ posts: 1, projects: 2, skills: 0, profile: 1, testimonials: 5 });
    const everything = async () =>
      JSON.stringify(await sql('select key, content, version from site_sections order by 1'));
    const loaded = await everything();
    expect((await load()).statusCode, 'loading it again changes nothing').toBe(200);
    expect(await everything()).toBe(loaded);
    expect(await counts()).toMatchObject({ posts: 1, projects: 2, skills: 0 });
  });

  it('is removed with its files, except for a purchased project, which is deleted as if by the owner', async () => {
    await load();
    const [sold, unsold] = (await sql(`select id, project_id from project_files order by project_id limit 2`)).map(
      ({ id, project_id }) => ({ id: String(id), project: String(project_id) }),
    );
    const bought = { kind: 'project', status: 'delivered', boughtProjectId: sold?.project ?? '' } as const;
    await site.db.insert(orders).values(createOrderRow(bought));
    await remove();
    expect(await sql('select id, project_id from project_files')).toEqual([
      { id: sold?.id, project_id: sold?.project },
    ]);
    expect(await sql('select is_public, is_sample from projects where id = $1', [sold?.project])).toEqual([
      { is_public: false, is_sample: false },
    ]);
    const files = await readdir(join(folder, 'project-files'));
    expect([files.includes(sold?.id ?? ''), files.includes(unsold?.id ?? '')]).toEqual([true, false]);
    await sql('delete from orders where bought_project_id = $1', [sold?.project]);
    await sql('delete from projects where id = $1', [sold?.project]);
  });

  it('puts the owner’s name on the site', async () => {
    await sql(
      `update site_sections set content = jsonb_set(content, '{timeZone}', '"Asia/Dhaka"') where key = 'profile'`,
    );
    await remove();
    const { profile } = await getApi<{ profile: Record<string, unknown> }>(site, '/site');
    expect(profile).toMatchObject({ name: 'Ada *Byron*', email: 'ada@site.example', timeZone: 'Asia/Dhaka' });
    const { html } = await getApi<{ html: string }>(site, '/legal/privacy-policy');
    expect(html).toContain('Ada *Byron*');
    expect(await sql(`select 1 from site_sections where content::text ilike '%castellan%'`)).toEqual([]);
  });

  it('can be removed or loaded only by the owner', async () => {
    const author = await memberFixture(() => site).arrive({ role: 'author' });
    const as = { cookie: author.cookie };
    expectApiError(
      await postApi(site, '/sample-content', { confirm: 'yes' }, { ...as, method: 'DELETE' }),
      'FORBIDDEN',
    );
    expectApiError(await postApi(site, '/sample-content', {}, { ...as, method: 'POST' }), 'FORBIDDEN');
  });
});
