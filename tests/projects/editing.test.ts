import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { deleteAllWriting } from '../support/user-factory.ts';
import { projectFixture, COMPLETE_PROJECT } from '../support/project-fixture.ts';
import { insertProject } from '../support/row-factories.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const { arrive, rows, sql } = { ...memberFixture(() => site), sql: (text: string) => site.db.$client.query(text) };
const { begin, change, create, draft, make, applyTransition, remove, save } = projectFixture(() => site);
let owner: SignedInUser;
let author: SignedInUser;
let member: SignedInUser;
let other: SignedInUser;
beforeAll(async () => {
  site = await createTestSite({ now: () => now });
  owner = await arrive({ role: 'owner', name: 'Ada Byron' });
  author = await arrive({ role: 'author', name: 'Hedy Kiesler' });
  member = await arrive({ name: 'Grace Murray' });
  other = await arrive({ name: 'Joan Clarke' });
});
beforeEach(async () => {
  now = Temporal.Instant.from('2026-11-20T12:00:00Z');
  await deleteAllWriting(site.db);
});
afterAll(() => site.close());

const publicProject = (id: string) => requestApi(site, `/projects/${id}`);
const total = async () => (await getApi<{ total: number }>(site, '/projects')).total;
const somePictures = async () => (await rows('pictures order by id limit 3')).map(({ id }) => String(id));

describe('new project', () => {
  it('is its author’s draft, hidden from everyone else', async () => {
    const before = await total();
    const project = await begin(member);
    expect(project).toMatchObject({
      ...COMPLETE_PROJECT,
      price: { minor: 4950, currency: 'USD' },
      status: 'draft',
      isOwn: true,
      version: 1,
      authorName: 'Grace Murray',
      id: 'tide-tables',
      stars: 0,
    });
    expect(await total()).toBe(before);
    expectApiError(await publicProject(project.id), 'NOT_FOUND');
    for (const stranger of [other, author]) {
      expectApiError(await requestApi(site, `/my-projects/${project.id}`, stranger.cookie), 'NOT_FOUND');
    }
    expect(await draft(owner, project.id)).toMatchObject({ isOwn: false, title: COMPLETE_PROJECT.title });
  });

  it('can be empty, and its slug follows its title until publication', async () => {
    const project = await begin(member, {});
    expect(project).toMatchObject({ title: '', id: 'project', slug: 'project', link: null });
    const named = await save(member, 'project', { ...COMPLETE_PROJECT, title: 'Über den Wässern' });
    expect(named).toMatchObject({ id: 'project', slug: 'ueber-den-waessern', hasCustomSlug: false });
    const published = await make(owner, 'project', 'publish');
    expect(published).toMatchObject({ id: 'ueber-den-waessern', previousSlugs: ['project'] });
    // A writer who still has the previous URL open edits the same project.
    expect(await save(member, 'project', { title: 'Of the moon' })).toMatchObject({ id: 'ueber-den-waessern' });
    expect(await make(owner, published.id, 'publish')).toMatchObject({ id: 'ueber-den-waessern' });
  });

  it('gets a numbered slug when its title is taken, even simultaneously', async () => {
    const begun = await Promise.all([member, author, owner, other].map(who => begin(who)));
    expect(begun.map(({ id }) => id).toSorted()).toEqual([
      'tide-tables',
      'tide-tables-2',
      'tide-tables-3',
      'tide-tables-4',
    ]);
  });

  it('is refused to visitors, with read-only fields, and beyond a member’s limit', async () => {
    expectApiError(await postApi(site, '/projects', COMPLETE_PROJECT), 'UNAUTHORIZED');
    for (const more of [{ status: 'published' }, { html: '<b>' }, { authorId: owner.id }, { position: 1 }]) {
      expectApiError(await create(member, { ...COMPLETE_PROJECT, ...more }), 'BAD_REQUEST');
    }
    expect(await rows('project_revisions')).toEqual([]);
    for (let number = 0; number < 10; number++) await begin(member);
    expectApiError(await create(member, COMPLETE_PROJECT), 'TOO_MANY_REQUESTS');
    for (const who of [author, owner]) {
      for (let number = 0; number < 11; number++) await begin(who);
    }
  });
});

describe('saving', () => {
  it('is refused over a newer version and overwrites nothing', async () => {
    const { id } = await begin(member);
    expect((await change(member, id, { title: 'First', version: 1 })).statusCode).toBe(200);
    const refused = expectApiError(await change(member, id, { title: 'Second', version: 1 }), 'CONFLICT');
    expect(refused.message).toContain('was changed in another tab or by someone else');
    expect(await draft(member, id)).toMatchObject({ title: 'First', version: 2 });
  });

  it('succeeds for one of several simultaneous windows', async () => {
    const { id } = await begin(author);
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, number) => change(author, id, { title: `Window ${number}`, version: 1 })),
    );
    expect(answers.map(({ statusCode }) => statusCode).toSorted((one, next) => one - next)).toEqual([
      200, 409, 409, 409, 409, 409,
    ]);
    expect(await draft(author, id)).toMatchObject({ version: 2 });
  });

  it('without changes creates no version', async () => {
    const [pictureId = ''] = await somePictures();
    const more = { gallery: [{ pictureId, alt: 'A table', caption: '' }], stars: 4.8, tags: ['sea'] };
    const { id } = await begin(member, { ...COMPLETE_PROJECT, ...more });
    expect(await save(member, id, { ...COMPLETE_PROJECT, ...more })).toMatchObject({ version: 1 });
    expect(await rows('project_revisions')).toHaveLength(1);
  });

  it('is refused to others as not found', async () => {
    const { id } = await begin(member);
    expectApiError(await change(other, id, { title: 'Mine', version: 1 }), 'NOT_FOUND');
    expectApiError(await change(author, id, { title: 'Mine', version: 1 }), 'NOT_FOUND');
    expectApiError(await change(other, 'mise', { title: 'Mine', version: 1 }), 'NOT_FOUND');
    expectApiError(await change(other, 'no-such-project', { title: 'Mine', version: 1 }), 'NOT_FOUND');
    expectApiError(await postApi(site, `/projects/${id}`, { version: 1 }, { method: 'PUT' }), 'UNAUTHORIZED');
    expect(await draft(member, id)).toMatchObject({ title: COMPLETE_PROJECT.title, version: 1 });
  });

  it('keeps the original text of sample projects as a revision', async () => {
    const id = await insertProject(site.db, { markdown: 'As it came.', isSample: true });
    await save(owner, id, { markdown: 'As the owner says it.' });
    const { items } = await getApi<{ items: { id: number }[] }>(site, `/projects/${id}/revisions`, owner.cookie);
    expect(items).toMatchObject([{ savedBy: 'Ada Byron' }, { reason: 'saved', savedBy: null, wordCount: 3 }]);
    expect(await getApi(site, `/projects/${id}/revisions/${items[1]?.id}`, owner.cookie)).toMatchObject({
      content: { markdown: 'As it came.' },
    });
  });

  it('within one session is one revision, restored with pictures and price', async () => {
    const [pictureId = ''] = await somePictures();
    const gallery = [{ pictureId, alt: 'A table', caption: 'May' }];
    const { id } = await begin(author, { ...COMPLETE_PROJECT, markdown: 'One.' });
    await save(author, id, { markdown: 'Two.', gallery });
    now = now.add({ minutes: 11 });
    const { version } = await save(author, id, { markdown: 'Three.', gallery: [], price: '1' });
    interface Line {
      id: number;
      version: number;
      reason: string;
    }
    const revisions = `/projects/${id}/revisions`;
    const { items } = await getApi<{ items: Line[] }>(site, revisions, author.cookie);
    expect(items.map(line => [line.version, line.reason])).toEqual([
      [3, 'saved'],
      [2, 'saved'],
    ]);
    const old = `${revisions}/${items[1]?.id}`;
    expect(await getApi(site, old, author.cookie)).toMatchObject({ content: { markdown: 'Two.', gallery } });
    expectApiError(await requestApi(site, old, member.cookie), 'NOT_FOUND');
    expectApiError(await postApi(site, `${old}/restore`, { version: 1 }, { cookie: author.cookie }), 'CONFLICT');
    expectApiError(await postApi(site, `${old}/restore`, { version }, { cookie: member.cookie }), 'NOT_FOUND');
    const restored = await postApi(site, `${old}/restore`, { version }, { cookie: author.cookie });
    expect(restored.json()).toMatchObject({ markdown: 'Two.', version: 4, gallery, price: { minor: 4950 } });

    // Pictures of old versions can be deleted.
    const missing = { coverImageId: '00000000000000aa', gallery: [{ ...gallery[0], pictureId: '00000000000000aa' }] };
    await sql(`update project_revisions set content = content || '${JSON.stringify(missing)}'`);
    const rest = await postApi(site, `${old}/restore`, { version: 4 }, { cookie: author.cookie });
    expect(rest.json()).toMatchObject({ markdown: 'Two.', coverImageId: null, gallery: [] });
  });

  it('keeps the gallery’s order and protects its pictures from deletion', async () => {
    const pictures = await somePictures();
    const gallery = pictures.map(pictureId => ({ pictureId, alt: pictureId, caption: '' }));
    const { id } = await begin(author, { ...COMPLETE_PROJECT, gallery });
    const turned = await save(author, id, { gallery: gallery.toReversed() });
    expect(turned.gallery.map(({ alt }) => alt)).toEqual(pictures.toReversed());
    expect(turned.gallery[0]?.picture).toMatchObject({ id: pictures[2] });
    await expect(sql(`delete from pictures where id = '${pictures[0]}'`)).rejects.toThrow(/foreign key/);
  });
});

describe('published project', () => {
  it('shows edits only after they are published', async () => {
    const [pictureId = ''] = await somePictures();
    const { id } = await begin(author);
    await make(author, id, 'publish');
    const changed = await save(author, id, {
      title: 'Moon tables',
      markdown: 'New.',
      price: '99',
      stars: 4.8,
      likes: 7,
      forks: 3,
      repositoryUrl: 'https://code.example/moon',
      gallery: [{ pictureId, alt: 'The moon', caption: 'Full' }],
    });
    expect(changed).toMatchObject({ status: 'published', hasUnpublishedChanges: true, title: 'Moon tables', id });
    const before = await publicProject(id);
    expect(before.json()).toMatchObject({
      title: COMPLETE_PROJECT.title,
      price: { minor: 4950 },
      gallery: [],
      repository: null,
    });
    expect(before.body).not.toMatch(/New\.|Moon|code\.example/);
    const [line] = (await getApi<{ items: object[] }>(site, '/my-projects', author.cookie)).items;
    expect(line).toMatchObject({ title: 'Moon tables', price: { minor: 9900 }, hasUnpublishedChanges: true });
    await make(author, id, 'publish');
    expect((await publicProject(id)).json()).toMatchObject({
      title: 'Moon tables',
      html: '<p>New.</p>',
      price: { minor: 9900 },
      stars: 4.8,
      likes: 7,
      forks: 3,
      repository: 'https://code.example/moon',
      owner: 'Hedy Kiesler',
      gallery: [{ picture: { id: pictureId }, alt: 'The moon', caption: 'Full' }],
    });
    expect(await draft(author, id)).toMatchObject({ hasUnpublishedChanges: false });
  });

  it('can discard or revert its edits', async () => {
    const { id } = await begin(author);
    await make(author, id, 'publish');
    await save(author, id, { title: 'Other words', stars: 3 });
    expect(await make(author, id, 'discard_changes')).toMatchObject({
      title: COMPLETE_PROJECT.title,
      hasUnpublishedChanges: false,
    });
    await save(author, id, { price: '1' });
    expect(await save(author, id, { price: '49.50' })).toMatchObject({ hasUnpublishedChanges: false });
  });

  it('keeps likes added since, unless its writer sets their number', async () => {
    const { id } = await begin(author, { ...COMPLETE_PROJECT, likes: 5 });
    await make(author, id, 'publish');
    await save(author, id, { title: 'Moon tables' });
    await sql(`update projects set likes = 7 where id = '${id}'`);
    expect(await draft(author, id)).toMatchObject({ likes: 7 });
    await save(author, id, { markdown: 'More.' });
    await make(author, id, 'publish');
    expect((await publicProject(id)).json()).toMatchObject({ title: 'Moon tables', likes: 7 });
    await save(author, id, { likes: 2 });
    await sql(`update projects set likes = 8 where id = '${id}'`);
    await make(author, id, 'publish');
    expect((await publicProject(id)).json()).toMatchObject({ likes: 2 });
  });

  it('redirects from former slugs permanently', async () => {
    const { id } = await begin(author);
    await make(author, id, 'publish');
    await save(author, id, { slug: 'moon' });
    expect(await save(author, 'moon', { slug: 'tides' })).toMatchObject({ id: 'tides', hasCustomSlug: true });
    for (const address of ['tide-tables', 'moon', 'tides']) {
      expect((await publicProject(address)).json()).toMatchObject({ id: 'tides' });
    }
    const taken = await create(other, { ...COMPLETE_PROJECT, slug: 'moon' });
    expect(expectApiError(taken, 'BAD_REQUEST').fields).toHaveProperty('slug');
    expect((await begin(other)).id).toBe('tide-tables-2');
    await save(author, 'tides', { slug: 'moon' });
    expect((await draft(author, 'moon')).previousSlugs.toSorted()).toEqual(['tide-tables', 'tides']);
    expect((await publicProject('tides')).json()).toMatchObject({ id: 'moon' });
    await remove(author, 'moon');
    expectApiError(await publicProject('tides'), 'NOT_FOUND');
  });

  it('from the sample content belongs to the owner and is no longer sample content once edited', async () => {
    expect(await draft(owner, 'mise')).toMatchObject({ isOwn: true, isSample: true });
    const changed = await save(owner, 'mise', { slug: 'mise-en-place' });
    expect(changed).toMatchObject({ id: 'mise-en-place', isSample: false, hasUnpublishedChanges: false });
    expect((await publicProject('mise')).json()).toMatchObject({ id: 'mise-en-place' });
    const said = await getApi<{ total: number }>(site, '/projects/mise-en-place/comments');
    expect(said.total).toBeGreaterThan(0);
    await save(owner, 'mise-en-place', { slug: 'mise' });
    await sql(`update projects set is_sample = true where id = 'mise'`);
  });

  it('requires title, text and link, and gets a summary from its text', async () => {
    const { id } = await begin(author, { summary: '' });
    const refused = expectApiError(await applyTransition(author, id, 'publish'), 'BAD_REQUEST');
    expect(Object.keys(refused.fields)).toEqual(['title', 'markdown', 'link']);
    expect(await draft(author, id)).toMatchObject({ status: 'draft' });
    await save(author, id, { title: 'Why', markdown: '# Head\n\nThe sea rises.\n', link: COMPLETE_PROJECT.link });
    await make(author, id, 'publish');
    expect((await publicProject('why')).json()).toMatchObject({ summary: 'The sea rises.' });
  });
});
