import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publishScheduledPostsJob } from '#features/blog/jobs.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { deleteAllWriting } from '../support/user-factory.ts';
import { insertPost } from '../support/row-factories.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { COMPLETE_POST, postFixture } from '../support/post-fixture.ts';

let site: TestSite;
let now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const { arrive, rows } = memberFixture(() => site);
const { begin, change, create, draft, make, applyTransition, remove, restore, save } = postFixture(() => site);
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

const publicPost = (slug: string) => requestApi(site, `/blog/${slug}`);
const total = async () => (await getApi<{ total: number }>(site, '/blogs')).total;

describe('new post', () => {
  it('is its author’s draft, hidden from everyone else', async () => {
    const before = await total();
    const post = await begin(member);
    expect(post).toMatchObject({
      ...COMPLETE_POST,
      status: 'draft',
      isOwn: true,
      version: 1,
      authorName: 'Grace Murray',
    });
    expect(post.slug).toBe('reading-a-tide-table');
    expect(await total()).toBe(before);
    expectApiError(await publicPost(post.slug), 'NOT_FOUND');
    for (const stranger of [other, author]) {
      expectApiError(await requestApi(site, `/my-blogs/${post.id}`, stranger.cookie), 'NOT_FOUND');
    }
    expect(await draft(owner, post.id)).toMatchObject({ isOwn: false, title: COMPLETE_POST.title });
  });

  it('can be empty, and its slug follows its title until publication', async () => {
    const post = await begin(member, {});
    expect(post).toMatchObject({ title: '', slug: 'post', markdown: '' });
    expect((await save(member, post.id, { title: 'Über den Wässern' })).slug).toBe('ueber-den-waessern');
    expect((await save(member, post.id, { title: 'Of tides' })).slug).toBe('of-tides');
    await save(member, post.id, { markdown: 'Words.' });
    await make(owner, post.id, 'publish');
    expect((await save(member, post.id, { title: 'Of the moon' })).slug).toBe('of-tides');
  });

  it('gets a numbered slug when its title is taken', async () => {
    const [one, two] = [await begin(member), await begin(author)];
    expect([one.slug, two.slug]).toEqual(['reading-a-tide-table', 'reading-a-tide-table-2']);
  });

  it('is refused to visitors, with read-only fields, and beyond a member’s limit', async () => {
    expectApiError(await postApi(site, '/blogs', COMPLETE_POST), 'UNAUTHORIZED');
    for (const more of [{ status: 'published' }, { html: '<b>' }, { authorId: 'mira-castellan' }, { isSample: true }]) {
      expectApiError(await create(member, { ...COMPLETE_POST, ...more }), 'BAD_REQUEST');
    }
    expect(await rows('post_revisions')).toEqual([]);
    for (let number = 0; number < 10; number++) await begin(member);
    expectApiError(await create(member, COMPLETE_POST), 'TOO_MANY_REQUESTS');
    for (const who of [author, owner]) {
      for (let number = 0; number < 11; number++) await begin(who);
    }
  });

  it.each([
    ['title', 'a'.repeat(151)],
    ['title', 'two\nlines'],
    ['description', 'a'.repeat(301)],
    ['category', 'Gardening'],
    ['tags', Array.from({ length: 21 }, (_, number) => `tag ${number}`)],
    ['tags', ['']],
    ['canonicalUrl', 'javascript:alert(1)'],
    ['slug', 'Not A Slug'],
    ['coverImageId', '0000000000000000'],
    ['markdown', 'a'.repeat(500_001)],
    ['markdown', 'zero \0 byte'],
  ])('with an invalid %s is refused with a field error', async (field, value) => {
    const refused = expectApiError(await create(member, { ...COMPLETE_POST, [field]: value }), 'BAD_REQUEST');
    expect(Object.keys(refused.fields).join()).toMatch(new RegExp(`^${field}`));
  });

  it('is limited in length', async () => {
    const markdown = 'word '.repeat(90_000);
    const post = await begin(author, { ...COMPLETE_POST, markdown });
    expect((await draft(author, post.id)).markdown).toBe(markdown);
    const larger = await create(author, { ...COMPLETE_POST, markdown: 'a'.repeat(1_100_000) });
    expectApiError(larger, 'PAYLOAD_TOO_LARGE');
  });

  it.each([
    ['of distinct words', (number: number) => `word${number.toString(36)} `],
    [
      'of short words in another script',
      (number: number) => `${String.fromCodePoint(0x4e00 + (number % 20_000), 0x4e01 + Math.floor(number / 20_000))} `,
    ],
  ])('can have the maximum length %s', async (_kind, wordAt) => {
    const markdown = Array.from({ length: 200_000 }, (_, number) => wordAt(number))
      .join('')
      .slice(0, 340_000);
    const { id } = await begin(author, { ...COMPLETE_POST, markdown });
    await make(author, id, 'publish');
    expect((await draft(author, id)).markdown).toHaveLength(markdown.length);
  });

  it('keeps its text byte for byte with normalized line endings', async () => {
    const markdown = '\tTab and  two spaces  \n\n\n<!-- kept --> ☕ 𝒳 \u202e\n- [ ] *one*\n';
    const post = await begin(author, { ...COMPLETE_POST, markdown: markdown.replaceAll('\n', '\r\n') });
    expect((await draft(author, post.id)).markdown).toBe(markdown);
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
      Array.from({ length: 8 }, (_, number) => change(author, id, { title: `Window ${number}`, version: 1 })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1);
    expect(answers.filter(({ statusCode }) => statusCode === 409)).toHaveLength(7);
    expect(await draft(author, id)).toMatchObject({ version: 2 });
  });

  it('without changes creates no version', async () => {
    const { id } = await begin(member);
    expect(await save(member, id, COMPLETE_POST)).toMatchObject({ version: 1 });
    expect(await rows('post_revisions')).toHaveLength(1);
  });

  it('is refused to others as not found', async () => {
    const { id } = await begin(member);
    expectApiError(await change(other, id, { title: 'Mine', version: 1 }), 'NOT_FOUND');
    expectApiError(await change(author, id, { title: 'Mine', version: 1 }), 'NOT_FOUND');
    expectApiError(await change(other, 99_999, { title: 'Mine', version: 1 }), 'NOT_FOUND');
    expectApiError(await postApi(site, `/blogs/${id}`, { version: 1 }, { method: 'PUT' }), 'UNAUTHORIZED');
    expect(await draft(member, id)).toMatchObject({ title: COMPLETE_POST.title, version: 1 });
  });

  it('keeps the original text of sample posts as a revision', async () => {
    const id = await insertPost(site.db, { markdown: 'As it came.', isSample: true });
    await save(owner, id, { markdown: 'As the owner says it.' });
    const { items } = await getApi<{ items: { id: number }[] }>(site, `/blogs/${id}/revisions`, owner.cookie);
    expect(items).toMatchObject([{ savedBy: 'Ada Byron' }, { reason: 'saved', savedBy: null, wordCount: 3 }]);
    expect(await getApi(site, `/blogs/${id}/revisions/${items[1]?.id}`, owner.cookie)).toMatchObject({
      content: { markdown: 'As it came.' },
    });
    await save(author, (await begin(author)).id, { markdown: 'Mine.' });
    expect(await rows('post_revisions')).toHaveLength(3);
  });

  it('within one session is one revision, which can be compared and restored', async () => {
    const { id } = await begin(author, { ...COMPLETE_POST, markdown: 'One.' });
    await save(author, id, { markdown: 'Two.' });
    now = now.add({ minutes: 11 });
    const { version } = await save(author, id, { markdown: 'Three.' });
    interface Line {
      id: number;
      version: number;
      reason: string;
    }
    const revisions = `/blogs/${id}/revisions`;
    const { items } = await getApi<{ items: Line[] }>(site, revisions, author.cookie);
    expect(items.map(line => [line.version, line.reason])).toEqual([
      [3, 'saved'],
      [2, 'saved'],
    ]);
    const old = `${revisions}/${items[1]?.id}`;
    expect(await getApi(site, old, author.cookie)).toMatchObject({ content: { markdown: 'Two.' } });
    expectApiError(await requestApi(site, old, member.cookie), 'NOT_FOUND');
    expectApiError(await postApi(site, `${old}/restore`, { version: 1 }, { cookie: author.cookie }), 'CONFLICT');
    const restored = await postApi(site, `${old}/restore`, { version }, { cookie: author.cookie });
    expect(restored.json()).toMatchObject({ markdown: 'Two.', version: 4 });
    const after = await getApi<{ items: Line[] }>(site, revisions, author.cookie);
    expect(after.items.map(line => line.reason)).toEqual(['restored', 'saved', 'saved']);
  });
});

describe('published post', () => {
  it('shows edits only after they are published', async () => {
    const { id, slug } = await begin(author);
    await make(author, id, 'publish');
    const changed = await save(author, id, { title: 'Reading a new table', markdown: 'New.' });
    expect(changed).toMatchObject({ status: 'published', hasUnpublishedChanges: true, title: 'Reading a new table' });
    expect((await publicPost(slug)).json()).toMatchObject({ title: COMPLETE_POST.title });
    expect((await publicPost(slug)).body).not.toContain('New.');
    await make(author, id, 'publish');
    expect((await publicPost(slug)).json()).toMatchObject({ title: 'Reading a new table', html: '<p>New.</p>' });
    expect(await draft(author, id)).toMatchObject({ hasUnpublishedChanges: false });
  });

  it('can discard its edits', async () => {
    const { id } = await begin(author);
    await make(author, id, 'publish');
    await save(author, id, { title: 'Other words' });
    expect(await make(author, id, 'discard_changes')).toMatchObject({
      title: COMPLETE_POST.title,
      hasUnpublishedChanges: false,
    });
  });

  it('has no edits after they are reverted', async () => {
    const { id } = await begin(author);
    await make(author, id, 'publish');
    await save(author, id, { title: 'Other words' });
    expect(await save(author, id, { title: COMPLETE_POST.title })).toMatchObject({ hasUnpublishedChanges: false });
  });

  it('keeps a chosen slug', async () => {
    const { id, slug } = await begin(author);
    expect(await save(author, id, { slug })).toMatchObject({ slug, hasCustomSlug: true });
    expect(await save(author, id, { title: 'Other words' })).toMatchObject({ slug });
  });

  it('redirects from former slugs permanently', async () => {
    const { id } = await begin(author);
    await make(author, id, 'publish');
    await save(author, id, { slug: 'tide-tables' });
    await save(author, id, { slug: 'tides' });
    for (const slug of ['reading-a-tide-table', 'tide-tables', 'tides']) {
      expect((await publicPost(slug)).json()).toMatchObject({ id, slug: 'tides' });
    }
    const taken = await create(other, { ...COMPLETE_POST, slug: 'tide-tables' });
    expect(expectApiError(taken, 'BAD_REQUEST').fields).toHaveProperty('slug');
    expect((await begin(other)).slug).toBe('reading-a-tide-table-2');
    await save(author, id, { slug: 'tide-tables' });
    expect((await draft(author, id)).previousSlugs.toSorted()).toEqual(['reading-a-tide-table', 'tides']);
  });

  it('gets an excerpt from its text', async () => {
    const markdown = '# Head\n\n> Quoted.\n\nThe sea rises. It falls again, twice a day, and nobody asks why.\n';
    const { id, slug } = await begin(author, { title: 'Why', markdown });
    await make(author, id, 'publish');
    const { description } = (await publicPost(slug)).json<{ description: string }>();
    expect(description).toContain('The sea rises. It falls again, twice a day, and nobody asks why.');
  });

  it('requires a title and a text', async () => {
    const { id } = await begin(author, {});
    const refused = expectApiError(await applyTransition(author, id, 'publish'), 'BAD_REQUEST');
    expect(Object.keys(refused.fields)).toEqual(['title', 'markdown']);
    expect(await draft(author, id)).toMatchObject({ status: 'draft' });
  });
});

describe('scheduled post', () => {
  it('becomes a draft when incomplete, without blocking others', async () => {
    const [broken, sound] = [await begin(author), await begin(author)];
    for (const { id } of [broken, sound]) await make(author, id, 'schedule', { publishAt: '2026-11-25T08:30:00Z' });
    await save(author, broken.id, { markdown: '' });
    now = Temporal.Instant.from('2026-11-25T09:00:00Z');
    await publishScheduledPostsJob({ ...site.http.services, log: site.log.log, now: () => now });
    expect(await draft(author, broken.id)).toMatchObject({ status: 'draft', scheduledFor: null });
    expect((await publicPost(sound.slug)).statusCode).toBe(200);
  });
});

describe('deleted post', () => {
  it('is hidden and can be restored', async () => {
    const { id, slug } = await begin(author);
    await make(author, id, 'publish');
    expect((await remove(author, id)).json()).toMatchObject({ status: 'published' });
    expectApiError(await publicPost(slug), 'NOT_FOUND');
    expectApiError(await change(author, id, { title: 'No', version: 1 }), 'CONFLICT');
    expectApiError(await applyTransition(author, id, 'publish'), 'CONFLICT');
    expectApiError(await remove(author, id), 'CONFLICT');
    expectApiError(await restore(other, id), 'NOT_FOUND');
    expect((await restore(author, id)).statusCode).toBe(200);
    expect((await publicPost(slug)).statusCode).toBe(200);
  });

  it('cannot be deleted by others', async () => {
    const { id } = await begin(author);
    for (const stranger of [member, other]) expectApiError(await remove(stranger, id), 'NOT_FOUND');
    expect(await draft(author, id)).toMatchObject({ deletedAt: null });
  });
});
