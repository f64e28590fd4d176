import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postApi } from '../support/api-client.ts';
import { memberFixture } from '../support/member-fixture.ts';
import { createMemoryFileStore } from '../support/memory-file-store.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
beforeAll(async () => {
  site = await createTestSite({ pages: true, files: createMemoryFileStore() });
  const { cookie } = await memberFixture(() => site).arrive({ role: 'owner', name: 'Ada Byron' });
  const removed = await postApi(site, '/sample-content', { confirm: 'yes' }, { cookie, method: 'DELETE' });
  expect(removed.statusCode, removed.body).toBe(200);
});
afterAll(() => site.close());

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
});
