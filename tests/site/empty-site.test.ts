import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postApi } from '../support/api-client.ts';
import { applyInvalidations, expectFreshAfter } from '../support/fresh-pages.ts';
import { memberFixture, type SignedInUser } from '../support/member-fixture.ts';
import { createMemoryFileStore } from '../support/memory-file-store.ts';
import { postFixture } from '../support/post-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let owner: SignedInUser;
let stopListening: () => Promise<void>;
beforeAll(async () => {
  site = await createTestSite({ pages: true, files: createMemoryFileStore() });
  stopListening = await applyInvalidations(site);
  owner = await memberFixture(() => site).arrive({ role: 'owner', name: 'Ada Byron' });
  const { cookie } = owner;
  const removed = await postApi(site, '/sample-content', { confirm: 'yes' }, { cookie, method: 'DELETE' });
  expect(removed.statusCode, removed.body).toBe(200);
});
afterAll(async () => {
  await stopListening();
  await site.close();
});

const bodyOf = async (path: string) => {
  const answer = await site.http.app.inject(path);
  expect(answer.statusCode).toBe(200);
  return answer.body;
};

describe('site without sample content', () => {
  it('says that there are no projects yet and offers no filters', async () => {
    const page = await bodyOf('/projects');
    expect(page).toContain('No projects yet.');
    expect(page).toContain('noindex');
    expect(page).not.toContain('No matching');
    expect(page).not.toContain('type="search"');
  });

  it('leaves empty lists out of the sitemap', async () => {
    const sitemap = await bodyOf('/sitemap.xml');
    expect(sitemap).not.toMatch(/\/projects<|\/blogs</);
    expect(sitemap).toContain('/about<');
  });

  it('names the owner once in the title of the home page', async () => {
    expect(await bodyOf('/')).toContain('<title>Ada Byron, Web developer</title>');
  });

  it('has no home page button to an empty list', async () => {
    const main = /<main[\s\S]*<\/main>/.exec(await bodyOf('/'))?.[0] ?? '';
    expect(main).not.toContain('See the work');
    expect(main).not.toContain('href="/projects"');
    expect(main).toMatch(
      /class="button button-primary"[^>]*href="\/contact"|href="\/contact"[^>]*class="button button-primary"/,
    );
  });

  it('offers no tags to browse if no post has any', async () => {
    const { begin, applyTransition } = postFixture(() => site);
    const { id } = await begin(owner);
    const publish = () => applyTransition(owner, id, 'publish');
    await expectFreshAfter(site, '/blogs', publish, html => html.includes('Reading a tide table'));
    expect(await bodyOf('/blogs')).not.toContain('Browse by tag');
  });
});
