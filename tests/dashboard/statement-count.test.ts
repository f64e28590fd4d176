import { Client } from 'pg';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let owner: SignedInUser;

beforeAll(async () => {
  site = await createTestSite({ pages: true });
  owner = await memberFixture(() => site).arrive({ role: 'owner' });
});
afterAll(() => site.close());

it('shows the owner’s dashboard after at most 60 statements', async () => {
  const statements = vi.spyOn(Client.prototype, 'query');
  const page = await site.http.app.inject({ url: '/dashboard', headers: { cookie: owner.cookie } });
  expect(page.statusCode).toBe(200);
  expect(page.body).toContain('Needs attention');
  const sent = statements.mock.calls.length;
  statements.mockRestore();
  expect(sent).toBeGreaterThan(10);
  expect(sent).toBeLessThanOrEqual(60);
});
