import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importFixture } from '../support/import-archive-fixture.ts';
import { getApi } from '../support/api-client.ts';
import { createSignedInUser, deleteAllUsers } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { createZipBuffer } from '../support/zip.ts';

let site: TestSite;
let owner: Awaited<ReturnType<typeof createSignedInUser>>;
beforeAll(async () => {
  site = await createTestSite({ pages: true });
});
beforeEach(async () => {
  await deleteAllUsers(site.db);
  owner = await createSignedInUser(site, { role: 'owner', name: 'Ada Byron' });
});
afterAll(() => site.close());

const archives = importFixture(() => site);
const drawing = () =>
  sharp({ create: { width: 300, height: 200, channels: 3, background: '#2a7' } })
    .png()
    .toBuffer();

interface Row {
  id: number;
  slug: string;
  title: string;
  markdown: string;
  html: string;
  cover_image_id: string | null;
  version: number;
}
const written = async () =>
  (await site.db.$client.query('select * from posts where not is_sample order by id')).rows as Row[];

const ghost = (html: string, fields: object = {}) =>
  JSON.stringify({
    db: [
      {
        data: {
          posts: [
            {
              id: '1',
              uuid: 'u-1',
              title: 'Tides',
              slug: 'tides',
              html,
              status: 'published',
              published_at: '2024-01-02T03:04:05.000Z',
              feature_image: '__GHOST_URL__/content/images/2024/cover.png',
              ...fields,
            },
          ],
        },
      },
    ],
  });
const HTML =
  '<p>Before</p><figure><img src="__GHOST_URL__/content/images/2024/a.png" alt="Waves"><figcaption>At noon</figcaption></figure>' +
  '<p><a href="https://x.example/"><img src="__GHOST_URL__/content/images/2024/b.png" alt="Linked"></a></p><p>After</p>';
const full = async (json = ghost(HTML)) =>
  createZipBuffer({
    'data/blog.json': json,
    'content/images/2024/a.png': await drawing(),
    'content/images/2024/b.png': await drawing(),
    'content/images/2024/cover.png': await drawing(),
    'content/files/2024/terms.pdf': '%PDF-1.7',
  });

it('keeps the images of an import that runs twice at the same time', async () => {
  const id = await archives.send(owner.cookie, await full());
  await archives.run(owner.cookie, id);
  await Promise.all([archives.work(id), archives.work(id)]);
  const [post, ...others] = await written();
  expect(others).toEqual([]);
  const { files } = site.http.services;
  expect(await files.has(`pictures/${post?.cover_image_id}.webp`)).toBe(true);
});

describe('missing pictures', () => {
  it('become links and are added by a later ZIP', async () => {
    await archives.importArchive(owner.cookie, Buffer.from(ghost(HTML)));
    const [before] = await written();
    expect(before).toMatchObject({
      cover_image_id: null,
      markdown: 'Before\n\n[Waves](/content/images/2024/a.png)\n\n[Linked](https://x.example/)\n\nAfter',
    });

    const id = await archives.send(owner.cookie, await full());
    const plan = await archives.preview(owner.cookie, id, '?status=keep');
    expect(plan.items).toMatchObject([{ action: 'skip', fills: 3 }]);
    expect(plan.items[0]?.notes.join()).toContain('3 images');
    const done = await archives.importArchive(owner.cookie, await full());
    expect(done.import.result).toMatchObject({ created: 0, existing: 1, completed: 1 });

    const [after, ...others] = await written();
    expect(others).toEqual([]);
    const picture = `/media/pictures/${after?.cover_image_id}-800.webp`;
    expect(after?.cover_image_id).toMatch(/^[0-9a-f]{16}$/);
    expect(after?.markdown).toBe(
      `Before\n\n![Waves](${picture} "At noon")\n\n[![Linked](${picture})](https://x.example/)\n\nAfter`,
    );
    expect((await getApi<{ html: string }>(site, '/blog/tides')).html).toContain('<figcaption>At noon</figcaption>');

    const again = await archives.importArchive(owner.cookie, await full());
    expect(again.import.result).toMatchObject({ created: 0, existing: 1, completed: 0 });
    expect((await written())[0]?.version).toBe(after?.version);
  });

  it('are added to an edited text without other changes', async () => {
    await archives.importArchive(owner.cookie, Buffer.from(ghost(HTML)), { status: 'draft' });
    const [before] = await written();
    const markdown = 'My *own* words\n\n[Waves](/content/images/2024/a.png) and [other](/content/images/2024/z.png)';
    await site.db.$client.query('update posts set markdown = $1, version = version + 1 where id = $2', [
      markdown,
      before?.id,
    ]);
    await archives.importArchive(owner.cookie, await full());
    const [after] = await written();
    expect(after?.markdown).toBe(
      `My *own* words\n\n![Waves](/media/pictures/${after?.cover_image_id}-800.webp) and [other](/content/images/2024/z.png)`,
    );
  });
});

describe('existing content', () => {
  it('is recognized by its source id, not by slug or title', async () => {
    await archives.importArchive(owner.cookie, Buffer.from(ghost('<p>One</p>')));
    const other = await archives.importArchive(
      owner.cookie,
      Buffer.from(ghost('<p>Two</p>', { id: '2', uuid: 'u-2' })),
    );
    expect(other.import.result).toMatchObject({ created: 1, existing: 0 });
    const same = await archives.importArchive(
      owner.cookie,
      Buffer.from(ghost('<p>Changed</p>', { slug: 'other', title: 'Other' })),
    );
    expect(same.import.result).toMatchObject({ created: 0, existing: 1 });
    expect((await written()).map(({ slug, markdown }) => [slug, markdown])).toEqual([
      ['tides', 'One'],
      ['tides-2', 'Two'],
    ]);
  });
});

describe('archive with content that isn’t imported', () => {
  it('lists unsupported files, unused images and the dates of drafts', async () => {
    const html = '<p>See <a href="__GHOST_URL__/content/files/2024/terms.pdf">the terms</a></p>';
    const scheduled = { status: 'scheduled', published_at: '2031-01-02T03:04:05.000Z' };
    const id = await archives.send(owner.cookie, await full(ghost(html, scheduled)));
    const plan = await archives.preview(owner.cookie, id);
    expect(plan.skipped.map(({ name }) => name)).toEqual(['content/files/2024/terms.pdf']);
    expect(plan.items[0]?.notes.join()).toContain('terms.pdf');
    expect(plan.items[0]?.notes.join()).toContain('This was scheduled for 02 Jan 2031');
    expect(plan.notes).toEqual(['2 images in the archive aren’t imported because no post uses them.']);
    const kept = await archives.preview(owner.cookie, id, '?status=keep');
    expect(kept.items[0]).toMatchObject({ status: 'scheduled', notes: [expect.stringContaining('terms.pdf')] });
  });
});

describe('malformed WordPress export', () => {
  it('is repaired with a report', async () => {
    const wxr = `<?xml version="1.0"?>
<rss><channel><wp:wxr_version>1.2</wp:wxr_version>
<item><title>Q & A</title><guid>https://old.example/?p=1</guid>
<content:encoded><![CDATA[One & \u0007two &amp; three]]></content:encoded><excerpt:encoded>A&#1;B&#x1F;C</excerpt:encoded>
<wp:post_type>post</wp:post_type><wp:status>draft</wp:status></item></channel></rss>`;
    const id = await archives.send(owner.cookie, Buffer.from(wxr));
    const plan = await archives.preview(owner.cookie, id);
    expect(plan.items.map(({ title }) => title)).toEqual(['Q & A']);
    expect(plan.notes).toEqual(['Invalid XML characters were repaired: 4. See line 3, 4 of the file.']);
    await archives.importArchive(owner.cookie, Buffer.from(wxr));
    expect((await written()).map(({ markdown }) => markdown)).toEqual(['One & two & three']);
  });
});

describe('Ghost archive with members', () => {
  const MEMBERS =
    'id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers\n' +
    '1,lin@site.example,Lin,,true,false,,2021-03-04T05:06:07.000Z,,VIP,\n2,grace@site.example,Grace,,false,false,,2022-01-02T03:04:05.000Z,,,\n';

  it('previews and reports subscriber changes and sends no email', async () => {
    await site.db.$client.query('delete from newsletter_subscribers');
    const archive = await createZipBuffer({
      'data/blog.json': ghost(HTML, { featured: true }),
      'data/members.csv': MEMBERS,
    });
    const id = await archives.send(owner.cookie, archive);
    const plan = await archives.preview(owner.cookie, id);
    expect(plan.subscribers).toMatchObject({
      subscribed: 1,
      unsubscribed: 1,
      ended: [{ email: 'grace@site.example' }],
    });
    const count = 'select email, state, name, labels from newsletter_subscribers order by email';
    expect((await site.db.$client.query(count)).rows).toEqual([]);
    const done = await archives.importArchive(owner.cookie, archive);
    expect((await site.db.$client.query(count)).rows).toEqual([
      { email: 'grace@site.example', state: 'unsubscribed', name: 'Grace', labels: [] },
      { email: 'lin@site.example', state: 'subscribed', name: 'Lin', labels: ['VIP'] },
    ]);
    expect(done.subscribers).toEqual(plan.subscribers);
    // Omissions are still listed after the archive is deleted.
    expect(done.items).toMatchObject([{ title: 'Tides', picturesMissing: [{}, {}, {}].map(() => expect.any(String)) }]);
    expect(done.items[0]?.notes.join()).toContain('featured');
    expect(site.log.text()).not.toContain('grace@site.example');
    expect((await site.db.$client.query("select 1 from emails where to_email = 'grace@site.example'")).rows).toEqual(
      [],
    );

    const page = async (importId: string) => {
      const url = `/dashboard/transfer/${importId}`;
      return (await site.http.app.inject({ url, headers: { cookie: owner.cookie } })).body.replaceAll('<!-- -->', '');
    };
    const later = { 'data/blog.json': ghost(HTML), 'data/members.csv': `${MEMBERS}3,new@site.example,New,,true\n` };
    const { import: imported } = await archives.importArchive(owner.cookie, await createZipBuffer(later));
    expect(await page(imported.id)).toContain('Imported: 1 subscriber.');
    const again = await page(await archives.send(owner.cookie, await createZipBuffer(later)));
    expect(again).toContain('Nothing to import.');
    expect(again).not.toMatch(/>Import [^<]*subscriber/);
  });
});

describe('post beyond the text limits', () => {
  it('is skipped and reported while the others are imported', async () => {
    const archive = await createZipBuffer({
      'deep.md': `---\ntitle: Too deep\ndate: 2024-01-02\n---\n${'>'.repeat(500)} words`,
      'fine.md': '---\ntitle: Fine\ndate: 2024-01-02\n---\nWords',
    });
    const done = await archives.importArchive(owner.cookie, archive);
    expect(done.import.result).toMatchObject({ created: 1, invalid: 1 });
    expect(done.items).toMatchObject([{ title: 'Too deep', action: 'reject' }]);
    expect(done.items[0]?.notes.join()).toContain('nested too deeply');
    expect((await written()).map(({ title }) => title)).toEqual(['Fine']);
  });
});
