import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { parsePage, textOf } from '../support/page-html.ts';
import { insertPost, insertProject } from '../support/row-factories.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
const { arrive } = memberFixture(() => site);
let owner: SignedInUser;

beforeAll(async () => {
  site = await createTestSite({ pages: true });
  owner = await arrive({ role: 'owner', name: 'Mira Castellan' });
});
afterAll(() => site.close());

const shown = async (url: string) => {
  const { body } = await site.http.app.inject({ url, headers: { cookie: owner.cookie } });
  return textOf((await parsePage(body)).all('main')[0]);
};

describe('revision history page', () => {
  it('shows an empty state for sample content', async () => {
    const blogId = await insertPost(site.db, { slug: 'untouched' });
    const projectId = await insertProject(site.db);
    expect(await shown(`/dashboard/update-blog/${blogId}/revisions`)).toContain(
      'They appear here when someone edits this post.',
    );
    expect(await shown(`/dashboard/update-project/${projectId}/revisions`)).toContain(
      'They appear here when someone edits this project.',
    );
  });
});
