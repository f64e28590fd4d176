import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { importFixture } from '../support/import-archive-fixture.ts';
import { createMemoryFileStore } from '../support/memory-file-store.ts';
import { createSignedInUser, deleteAllUsers } from '../support/user-factory.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { createZipBuffer } from '../support/zip.ts';

// Other sites link to pictures of the old site, so those URLs redirect to the imported pictures.

let site: TestSite;
let cookie: string;
let picture: Buffer;
beforeAll(async () => {
  site = await createTestSite({ pages: true, files: createMemoryFileStore() });
  picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: '#468' } })
    .png()
    .toBuffer();
});
beforeEach(async () => {
  await deleteAllUsers(site.db);
  await site.db.$client.query('delete from redirects');
  ({ cookie } = await createSignedInUser(site, { role: 'owner', name: 'Ada Byron' }));
});
afterAll(() => site.close());

const archives = importFixture(() => site);
const get = (url: string) => site.http.app.inject(url);
const FILE = /^\/media\/pictures\/[0-9a-f]{16}-1600\.webp$/;

async function expectPicture(addresses: readonly string[]): Promise<void> {
  for (const address of addresses) {
    const { statusCode, headers } = await get(address);
    expect([statusCode, headers.location], address).toEqual([301, expect.stringMatching(FILE)]);
    expect((await get(String(headers.location))).headers['content-type']).toBe('image/webp');
  }
}

const post = (
  html: string,
) => `<?xml version="1.0"?><rss xmlns:wp="http://wordpress.org/export/1.2/" xmlns:content="z"><channel>
<link>https://old.example</link><wp:wxr_version>1.2</wp:wxr_version><wp:base_blog_url>https://old.example</wp:base_blog_url>
<item><title>Sea</title><link>https://old.example/sea/</link><wp:post_type>post</wp:post_type><wp:status>publish</wp:status>
<wp:post_id>12</wp:post_id><wp:post_name>sea</wp:post_name><wp:post_date_gmt>2019-05-06 10:00:00</wp:post_date_gmt>
<content:encoded><![CDATA[${html}]]></content:encoded></item></channel></rss>`;

describe('old picture address', () => {
  it('redirects from WordPress in any size, and not to other pictures', async () => {
    const archive = await createZipBuffer({
      'export.xml': post('<p><img src="https://old.example/wp-content/uploads/2019/05/Sea-300x200.png" alt="Sea"></p>'),
      'wp-content/uploads/2019/05/Sea.png': picture,
    });
    const shown = await archives.preview(cookie, await archives.send(cookie, archive));
    const done = await archives.importArchive(cookie, archive);
    expect(done.import.result?.redirects).toBe(shown.redirects.total);
    const old = '/wp-content/uploads/2019/05/Sea';
    await expectPicture([`${old}.png`, `${old}-300x200.png`, `${old}-1024x683.png`]);
    expect((await get('/wp-content/uploads/2019/05/moon.png')).statusCode).toBe(404);
  });

  it('redirects from Ghost, even if imported after its posts', async () => {
    const html = '<img src="__GHOST_URL__/content/images/size/w600/2019/05/sea.png" alt="Sea">';
    const posts = [{ id: '1', uuid: 'u-1', title: 'Sea', slug: 'sea', html, status: 'published' }];
    const json = JSON.stringify({ db: [{ data: { posts } }] });
    const old = '/content/images/2019/05/sea.png';
    await archives.importArchive(cookie, Buffer.from(json));
    expect((await get(old)).statusCode).toBe(404);
    await archives.importArchive(
      cookie,
      await createZipBuffer({ 'ghost.json': json, 'content/images/2019/05/sea.png': picture }),
    );
    await expectPicture([old, '/content/images/size/w1000/format/webp/2019/05/sea.png']);
  });
});
