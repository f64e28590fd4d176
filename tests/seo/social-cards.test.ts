import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { parsePage } from '../support/page-html.ts';
import { deleteAllUsers } from '../support/user-factory.ts';
import { projectFixture, COMPLETE_PROJECT as wholeProject } from '../support/project-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';
import { addPicture } from '../support/upload-fixture.ts';
import { postFixture } from '../support/post-fixture.ts';

const SITE = 'http://localhost:5050';

let site: TestSite;
let owner: SignedInUser;
const { arrive } = memberFixture(() => site);
const posts = postFixture(() => site);
const projects = projectFixture(() => site);
beforeAll(async () => {
  site = await createTestSite({ pages: true });
});
beforeEach(async () => {
  await deleteAllUsers(site.db);
  owner = await arrive({ role: 'owner', name: 'Ada Byron' });
});
afterAll(() => site.close());

/** Returns the path of the social card that a page currently names. */
async function cardOf(path: string): Promise<string> {
  for (const tag of ['blog', 'projects']) site.http.invalidateTag(tag);
  const page = await parsePage((await site.http.app.inject(path)).body);
  return page.meta('og:image')?.replace(SITE, '') ?? '';
}

async function open(path: string) {
  const answer = await site.http.app.inject(path);
  expect(answer.statusCode, path).toBe(200);
  const { width, height, format } = await sharp(answer.rawPayload).metadata();
  const { dominant } = await sharp(answer.rawPayload).stats();
  return { answer, width, height, format, dominant };
}

describe('social card', () => {
  it('of a post is its chosen picture once published', async () => {
    const red = await addPicture(site, owner, 'red.png', '#c00');
    const blue = await addPicture(site, owner, 'blue.png', '#00c');
    const { id, slug } = await posts.begin(owner);
    await posts.make(owner, id, 'publish');
    const drawn = `/social/post/${slug}.png`;
    expect(await cardOf(`/blog/${slug}`)).toBe(drawn);

    await posts.save(owner, id, { socialImageId: red.id });
    expect(await cardOf(`/blog/${slug}`), 'the choice is not published yet').toBe(drawn);
    await posts.make(owner, id, 'publish');
    const first = await cardOf(`/blog/${slug}`);
    expect(first).toBe(`/media/pictures/${red.id}-card.jpg`);
    const { answer, dominant, ...size } = await open(first);
    expect(size).toEqual({ width: 1200, height: 630, format: 'jpeg' });
    expect(dominant.r).toBeGreaterThan(dominant.b + 100);
    expect(answer.headers).toMatchObject({
      'content-type': 'image/jpeg',
      'cache-control': 'public, max-age=31536000, immutable',
    });

    await posts.save(owner, id, { socialImageId: blue.id });
    await posts.make(owner, id, 'publish');
    const other = await open(await cardOf(`/blog/${slug}`));
    expect(other.dominant.b).toBeGreaterThan(other.dominant.r + 100);

    await posts.save(owner, id, { socialImageId: null });
    await posts.make(owner, id, 'publish');
    expect(await cardOf(`/blog/${slug}`)).toBe(drawn);
  });

  it('of a project is its chosen picture once published', async () => {
    const { id: picture } = await addPicture(site, owner, 'green.png', '#0a0');
    const begun = await projects.begin(owner, { ...wholeProject, socialImageId: picture });
    const { id } = await projects.make(owner, begun.id, 'publish');
    const card = await cardOf(`/projects/${id}`);
    expect(card).toBe(`/media/pictures/${picture}-card.jpg`);
    expect(await open(card)).toMatchObject({ width: 1200, height: 630 });
  });

  it('that was generated shows the chosen picture at its old address, too', async () => {
    const { id, slug } = await posts.begin(owner);
    await posts.make(owner, id, 'publish');
    const drawn = await site.http.app.inject(`/social/post/${slug}.png`);
    const { id: picture } = await addPicture(site, owner, 'red.png', '#c00');
    await posts.save(owner, id, { socialImageId: picture });
    await posts.make(owner, id, 'publish');
    site.http.invalidateTag('blog');
    const after = await open(`/social/post/${slug}.png`);
    expect(after).toMatchObject({ width: 1200, height: 630, format: 'png' });
    expect(after.answer.headers.etag).not.toBe(drawn.headers.etag);
  });

  it('does not exist for missing pictures', async () => {
    expect((await site.http.app.inject('/media/pictures/0123456789abcdef-card.jpg')).statusCode).toBe(404);
    expect((await site.http.app.inject('/media/pictures/..%2Fsecret-card.jpg')).statusCode).toBe(404);
  });
});
