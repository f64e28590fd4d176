import { createHash } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { encodePicture } from '#features/media/actions/pictures.ts';
import { runImport } from '#features/import-export/jobs.ts';
import { openZip } from '#platform/files/zip-reader.ts';
import { expectApiError, getApi, postApi } from '../support/api-client.ts';
import { keepFewSamples } from '../support/few-samples.ts';
import { importFixture } from '../support/import-archive-fixture.ts';
import { interceptImportSteps } from '../support/import-steps.ts';
import { createSignedInUser, deleteAllUsers } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { createZipBuffer } from '../support/zip.ts';

let site: TestSite;
let owner: Awaited<ReturnType<typeof createSignedInUser>>;
beforeAll(async () => {
  site = await createTestSite();
  await keepFewSamples(site);
});
beforeEach(async () => {
  await deleteAllUsers(site.db);
  owner = await createSignedInUser(site, { role: 'owner', name: 'Ada Byron' });
});
afterAll(() => site.close());

const archives = importFixture(() => site);
const drawing = (background: string) =>
  sharp({ create: { width: 300, height: 200, channels: 3, background } })
    .png()
    .toBuffer();

async function rowsOf<Row>(query: string): Promise<Row[]> {
  return (await site.db.$client.query(query)).rows as Row[];
}
const written = () =>
  rowsOf<Record<string, unknown>>(
    'select slug, title, status, markdown, word_count, cover_image_id from posts where not is_sample order by id',
  );
const countPictures = async () => (await rowsOf('select id from pictures')).length;
/** Returns the files of a picture with this background. */
async function filesOf(background: string): Promise<string[]> {
  const { webp } = await encodePicture(await drawing(background));
  const id = createHash('sha256').update(webp).digest('hex').slice(0, 16);
  return (await readdir(join(inject('sampleFiles'), 'pictures'))).filter(name => name.startsWith(id));
}
const limits = { files: 100_000, file: 1e8, totalBytes: 1e9 };

describe('importing a Markdown folder', () => {
  const folder = async (background = '#247') =>
    createZipBuffer({
      'blog/2024-02-03-tides.md':
        '---\ntitle: "Tides & <script>x</script> 🌊"\ntags: [sea, moon]\ncategories: Travel\nimage: /images/sea.png\n---\nThe *sea*.\n\n![Waves](../images/sea.png "At noon")\n\n![Gone](https://old.example/gone.png)\n\n<script>alert(1)</script>\n',
      'blog/draft.md': '+++\ntitle = "Unfinished"\ndraft = true\ndate = 2024-05-06\n+++\nSoon.\n',
      'blog/about.md': '---\ntitle: About\nlayout: page\n---\nMe.\n',
      'images/sea.png': await drawing(background),
      'README.md': '# Read me',
    });

  it('shows a preview and writes nothing yet', async () => {
    const pictures = await countPictures();
    const id = await archives.send(owner.cookie, await folder());
    const shown = await archives.preview(owner.cookie, id, '?status=keep');
    expect(shown.items.map(({ title, slug, status, date, action }) => ({ title, slug, status, date, action }))).toEqual(
      [
        {
          title: 'Tides & <script>x</script> 🌊',
          slug: 'tides',
          status: 'published',
          date: '2024-02-03T12:00:00.000Z',
          action: 'create',
        },
        { title: 'Unfinished', slug: 'draft', status: 'draft', date: '2024-05-06T12:00:00.000Z', action: 'create' },
      ],
    );
    expect(shown.items[0]).toMatchObject({ picturesFound: 2, picturesMissing: ['https://old.example/gone.png'] });
    expect(shown.skipped.map(({ name }) => name)).toEqual(['blog/about.md', 'README.md']);
    expect((await archives.preview(owner.cookie, id)).items[0]?.status).toBe('draft');
    expect(await written()).toEqual([]);
    expect(await countPictures()).toBe(pictures);
  });

  it('writes everything in one transaction, and nothing when repeated', async () => {
    const done = await archives.importArchive(owner.cookie, await folder());
    expect(done.import).toMatchObject({
      status: 'completed',
      result: { created: 2, projects: 0, existing: 0, invalid: 0, pictures: 1 },
    });
    expect(done.created.map(({ slug, status }) => [slug, status])).toEqual([
      ['tides', 'published'],
      ['draft', 'draft'],
    ]);
    const [post] = await written();
    const cover = String(post?.cover_image_id);
    expect(cover).toMatch(/^[0-9a-f]{16}$/);
    expect(post?.markdown).toBe(
      `The *sea*.\n\n![Waves](/media/pictures/${cover}-800.webp "At noon")\n\n[Gone](https://old.example/gone.png)\n\n<script>alert(1)</script>`,
    );
    const shown = await getApi<{ html: string; author: { name: string } }>(site, '/blog/tides');
    expect(shown.html).not.toContain('script');
    expect(shown.author.name).toBe('Ada Byron');
    const again = await archives.importArchive(owner.cookie, await folder());
    expect(again.import.result).toMatchObject({ created: 0, existing: 2, invalid: 0, pictures: 0 });
    expect(await written()).toHaveLength(2);
  });

  it('numbers a taken slug and keeps free former addresses', async () => {
    const [sample] = await rowsOf<{ slug: string }>('select slug from posts where is_sample order by id limit 1');
    const done = await archives.importArchive(
      owner.cookie,
      await createZipBuffer({
        'a.md': `---\ntitle: Another one\nslug: ${sample?.slug}\ndate: 2020-01-01\naliases: [/blog/once/, /2019/05/deep/]\n---\nText.`,
      }),
    );
    expect(done.created.map(({ slug }) => slug)).toEqual([`${sample?.slug}-2`]);
    expect(await rowsOf('select slug from post_slugs')).toEqual([{ slug: 'once' }]);
  });

  it('shows its progress and cannot be started or deleted while running', async () => {
    const id = await archives.send(owner.cookie, await folder('#482'));
    expect((await archives.run(owner.cookie, id)).json()).toMatchObject({ status: 'queued' });
    const { services } = site.http;
    const states: string[] = [];
    const refused: number[] = [];
    const progress = async () => {
      const { preparedCount, prepareTotal } = (await archives.preview(owner.cookie, id)).import;
      return [preparedCount, prepareTotal];
    };
    const prepared: number[][] = [];
    const files: typeof services.files = {
      ...services.files,
      async read(name) {
        if (states.length === 0) {
          prepared.push(await progress());
          states.push((await archives.preview(owner.cookie, id)).import.status);
          const { items } = await getApi<{ items: { id: string; status: string }[] }>(site, '/imports', owner.cookie);
          states.push(items.find(line => line.id === id)?.status ?? '');
          refused.push((await archives.run(owner.cookie, id)).statusCode);
          const discarded = await postApi(site, `/imports/${id}`, {}, { cookie: owner.cookie, method: 'DELETE' });
          refused.push(discarded.statusCode);
        }
        return services.files.read(name);
      },
      async write(name, bytes) {
        prepared.push(await progress());
        return services.files.write(name, bytes);
      },
    };
    // An earlier run was interrupted.
    await site.db.$client.query('update imports set prepared_count = 2, prepare_total = 3 where id = $1', [id]);
    await runImport({ ...services, files, log: site.log.log }, id);
    prepared.push(await progress());
    // An image and two posts.
    expect(prepared).toEqual([
      [0, 0],
      [1, 3],
      [3, 3],
    ]);
    expect([states, refused]).toEqual([
      ['running', 'running'],
      [409, 409],
    ]);
    expect((await archives.preview(owner.cookie, id)).import.status).toBe('completed');
  });

  it('cannot be deleted at the same time as it is started', async () => {
    const id = await archives.send(owner.cookie, await folder());
    const waiting = async () =>
      (await rowsOf(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
        .length;
    const other = await site.db.$client.connect();
    await other.query('begin');
    await other.query('select 1 from imports where id = $1 for update', [id]);
    const begun = archives.run(owner.cookie, id);
    await vi.waitUntil(async () => (await waiting()) === 1, { timeout: 20_000 });
    const deleted = postApi(site, `/imports/${id}`, {}, { cookie: owner.cookie, method: 'DELETE' });
    await vi.waitUntil(async () => (await waiting()) === 2, { timeout: 20_000 });
    await other.query('commit');
    other.release();
    expect((await begun).statusCode).toBe(202);
    expectApiError(await deleted, 'CONFLICT');
  });

  it('resumes an interrupted run', async () => {
    const id = await archives.send(owner.cookie, await folder());
    await archives.run(owner.cookie, id);
    await site.db.$client.query(`update imports set status = 'running' where id = $1`, [id]);
    await archives.work(id);
    expect((await archives.preview(owner.cookie, id)).import.status).toBe('completed');
    await archives.work(id);
    expect((await archives.preview(owner.cookie, id)).import.status).toBe('completed');
    expect(await written()).toHaveLength(2);
  });

  it('leaves no row or file when the last post fails', async () => {
    const rows =
      'select (select count(*) from posts)::int, (select count(*) from pictures)::int as pictures, (select count(*) from post_revisions)::int as revisions, (select count(*) from blog_authors)::int as authors';
    const counted = await rowsOf(rows);
    await site.db.$client.query(
      `create function refuse_last() returns trigger language plpgsql as $$ begin raise exception 'full'; end $$;
       create trigger refuse_last before insert on posts for each row when (new.slug = 'draft') execute function refuse_last()`,
    );
    try {
      const failed = await archives.importArchive(owner.cookie, await folder('#913'));
      expect(failed.import).toMatchObject({ status: 'failed', result: null });
      expect(failed.import.errorMessage).toContain('nothing was imported');
      expect(await rowsOf(rows)).toEqual(counted);
      expect(await filesOf('#913')).toEqual([]);
      await site.db.$client.query('drop trigger refuse_last on posts');
      // The same archive can be imported again.
      await archives.run(owner.cookie, failed.import.id);
      await archives.work(failed.import.id);
      expect(await written()).toHaveLength(2);
      expect(await filesOf('#913')).toHaveLength(1);
    } finally {
      await site.db.$client.query('drop trigger if exists refuse_last on posts; drop function refuse_last');
    }
  });
});

describe('exporting', () => {
  it('gives the same bytes for the same content, also after an import elsewhere', async () => {
    await archives.importArchive(
      owner.cookie,
      await createZipBuffer({
        'one.md':
          '---\ntitle: "One: \\"quoted\\" — ünï 🌊"\ndate: 2021-01-01\ntags: ["a:b", "#c", "yes"]\nauthor: Jean Bartik\naliases: [first]\n---\n\n---\n\n`code` ![x](x.png)\n\n    indented  \n',
        'x.png': await drawing('#a42'),
        'two.md': '---\ntitle: Later\ndate: 2030-01-01\n---\nSoon.',
      }),
    );
    await site.db.$client.query(
      `update posts set unpublished_changes = jsonb_build_object('title','Changed','description','','markdown', E'New\\n---\\n  text \\n','category',category,'tags',jsonb_build_array('x'),'coverImageId',cover_image_id,'coverAlt','','canonicalUrl',null,'metaTitle',null,'metaDescription',null,'socialTitle',null,'socialDescription',null,'socialImageId',null), likes = 7 where slug = 'one'`,
    );
    const first = await archives.exportArchive(owner.cookie);
    expect((await archives.exportArchive(owner.cookie)).equals(first)).toBe(true);
    const zip = await openZip(first, limits);
    expect(zip.names).toContain('posts/one.md');
    expect(zip.names.filter(name => name.startsWith('projects/')).length).toBeGreaterThan(0);
    expect(zip.names).toContain('site/profile.json');
    const list = JSON.parse(String(await zip.read('freehold.json'))) as { files: Record<string, string> };
    expect(Object.keys(list.files)).toEqual(zip.names.filter(name => name !== 'freehold.json'));

    // The site that exported it already has everything.
    const here = await archives.importArchive(owner.cookie, first);
    expect(here.import.result).toMatchObject({ created: 0, invalid: 0, pictures: 0 });

    await site.db.$client.query('delete from posts; delete from blog_authors');
    const repeated = await archives.importArchive(owner.cookie, first);
    expect(repeated.import.result).toMatchObject({ invalid: 0, projects: 0, siteSections: 0, pictures: 0 });
    expect(repeated.import.result?.comments).toBeGreaterThan(0);
    const second = await openZip(await archives.exportArchive(owner.cookie), limits);
    for (const name of zip.names.filter(file => file !== 'freehold.json')) {
      expect(String(await second.read(name)), name).toBe(String(await zip.read(name)));
    }
    expect(second.names).toEqual(zip.names);
  });
});

describe('archive upload', () => {
  it('is limited to the owner before any bytes are read', async () => {
    const member = await createSignedInUser(site);
    expectApiError(await archives.upload(member.cookie, Buffer.alloc(300_000, 7)), 'FORBIDDEN');
    expectApiError(await archives.upload('', Buffer.alloc(300_000, 7)), 'UNAUTHORIZED');
    for (const [cookie, status] of [
      [member.cookie, 403],
      ['', 401],
    ] as const) {
      const out = await site.http.app.inject({ url: '/dashboard/transfer/export.zip', headers: { cookie } });
      expect(out.statusCode).toBe(status);
    }
    expect(await rowsOf('select id from imports')).toEqual([]);
  });

  it('is read in the encoding that a WordPress export declares, and Markdown in Windows-1252', async () => {
    const xml = `<?xml version="1.0" encoding="ISO-8859-2"?><rss xmlns:content="http://purl.org/rss/1.0/modules/content/"
      xmlns:wp="http://wordpress.org/export/1.2/"><channel><wp:wxr_version>1.2</wp:wxr_version><item><title>K\u00f3d @</title>
      <content:encoded><![CDATA[Text]]></content:encoded><wp:post_id>1</wp:post_id><wp:post_name>kod</wp:post_name>
      <wp:status>publish</wp:status><wp:post_type>post</wp:post_type></item></channel></rss>`;
    const bytes = Buffer.from(xml, 'latin1');
    // "ł" in ISO 8859-2.
    bytes[bytes.indexOf('@')] = 0xb3;
    const zip = await createZipBuffer({
      'one.md': Buffer.from('---\ntitle: Größe\ndate: 2024-01-01\n---\nText', 'latin1'),
    });
    for (const [payload, title] of [
      [bytes, 'Kód ł'],
      [await createZipBuffer({ 'export.xml': bytes }), 'Kód ł'],
      [zip, 'Größe'],
    ] as const) {
      await archives.importArchive(owner.cookie, payload);
      expect((await written()).at(-1)).toMatchObject({ title });
      await site.db.$client.query('delete from posts where not is_sample; delete from imports');
    }
  });

  it('is refused with a message when nothing can be imported', async () => {
    const damaged = await createZipBuffer({ 'export.json': '{"db": []}'.repeat(100) });
    damaged.fill(0xff, 41, 60);
    for (const [payload, says] of [
      [Buffer.from('hello'), /Upload a ZIP archive/],
      [Buffer.from('{"db": ['), /damaged/],
      [Buffer.from('{"a": 1}'), /isn’t a Ghost export/],
      [Buffer.from('<rss></rss>'), /isn’t a WordPress export/],
      [Buffer.from('<!DOCTYPE x [<!ENTITY a "b">]><rss>&a;</rss>'), /document type/],
      [await createZipBuffer({ 'a.png': 'x' }), /nothing to import/],
      [Buffer.from('PK\u0003\u0004broken'), /damaged/],
      [damaged, /export\.json: This file is damaged/],
    ] as const) {
      const error = expectApiError(await archives.upload(owner.cookie, payload), 'BAD_REQUEST');
      expect(error.message).toMatch(says);
    }
    expect(await rowsOf('select id from imports')).toEqual([]);
  });
});

describe('hostile posts', () => {
  // Takes minutes to convert, because the time is quadratic.
  const hostile = `<p>${'<em>a</em>*'.repeat(200_000)}</p>`;
  const post = (id: number, title: string, html: string) => ({
    id: `${id}`,
    title,
    slug: title.toLowerCase(),
    html,
    status: 'published',
    published_at: '2024-05-06T07:08:09Z',
  });

  it('are reported without delaying other requests, and the rest is imported', async () => {
    const posts = [
      post(1, 'Before', '<p>One</p>'),
      post(2, 'Hostile', hostile),
      post(3, 'Between', '<p>Two</p>'),
      post(4, 'Worse', hostile),
      post(5, 'After', '<p>Three</p>'),
    ];
    const { promise: hostileStarted, resolve: start } = Promise.withResolvers<() => void>();
    interceptImportSteps((name, exceedTime) => {
      if (name === 'Hostile') start(exceedTime);
      else if (name === 'Worse') exceedTime();
    });
    let answered = false;
    const uploading = archives
      .upload(owner.cookie, Buffer.from(JSON.stringify({ db: [{ data: { posts } }] })))
      .finally(() => {
        answered = true;
      });
    const exceedTime = await hostileStarted;
    for (let round = 0; round < 20; round += 1) await getApi(site, '/blogs');
    expect(answered, 'the archive is still being read').toBe(false);
    exceedTime();
    const upload = await uploading;
    expect(upload.statusCode, upload.body).toBe(200);
    const { id } = upload.json<{ id: string }>();
    const skipped = ['Hostile', 'Worse'].map(name => ({ name, reason: 'Takes too much time or memory to read.' }));
    const preview = await archives.preview(owner.cookie, id);
    expect(preview.skipped).toEqual(skipped);
    expect(preview.items.map(({ title }) => title)).toEqual(['Before', 'Between', 'After']);
    expect((await archives.run(owner.cookie, id)).statusCode).toBe(202);
    await archives.work(id);
    const done = await archives.preview(owner.cookie, id);
    expect(done).toMatchObject({ import: { status: 'completed', result: { created: 3, invalid: 0 } }, skipped });
  });
});
