import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { projectsPersonalData } from '#features/projects/queries/deletion.ts';
import { deleteExpiredProjectsJob } from '#features/projects/jobs.ts';
import { requestApi, expectApiError, getApi } from '../support/api-client.ts';
import { type SignedInUser, memberFixture } from '../support/member-fixture.ts';
import { deleteAllWriting } from '../support/user-factory.ts';
import { projectFixture, COMPLETE_PROJECT } from '../support/project-fixture.ts';
import { createTestSite, type TestSite } from '../support/test-site.ts';

let site: TestSite;
let now = Temporal.Instant.from('2026-11-20T12:00:00Z');
const { arrive, rows } = memberFixture(() => site);
const { begin, change, draft, make, applyTransition, remove, restore, save } = projectFixture(() => site);
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
const jobServices = () => ({ ...site.http.services, log: site.log.log, now: () => now });

describe('draft list', () => {
  const titles = async (who: SignedInUser, query = '') =>
    (await getApi<{ items: { title: string }[] }>(site, `/my-projects?pageSize=50${query}`, who.cookie)).items.map(
      ({ title }) => title,
    );

  it('shows members their own projects, and the owner all projects', async () => {
    await begin(member, { ...COMPLETE_PROJECT, title: 'By a member' });
    now = now.add({ seconds: 1 });
    await begin(author, { ...COMPLETE_PROJECT, title: 'By an author' });
    now = now.add({ seconds: 1 });
    await begin(owner, { ...COMPLETE_PROJECT, title: 'By the owner', category: 'Wix' });
    expect(await titles(member)).toEqual(['By a member']);
    expect(await titles(author, '&author=others')).toEqual([]);
    expect((await titles(owner)).slice(0, 3)).toEqual(['By the owner', 'By an author', 'By a member']);
    expect(await titles(owner)).toHaveLength(28);
    expect(await titles(owner, '&author=me')).toHaveLength(26);
    expect(await titles(owner, '&author=others&sort=title_asc')).toEqual(['By a member', 'By an author']);
    expect(await titles(owner, '&status=draft&sort=title_asc')).toEqual([
      'By a member',
      'By an author',
      'By the owner',
    ]);
    expect(await titles(owner, '&status=draft&category=Wix')).toEqual(['By the owner']);
    expect(await titles(owner, '&search=an%20auth')).toEqual(['By an author']);
  });

  it('shows deleted projects only on request', async () => {
    const { id } = await begin(member);
    await remove(member, id);
    expect(await titles(member)).toEqual([]);
    expect(await titles(member, '&status=deleted')).toEqual([COMPLETE_PROJECT.title]);
    expect(await titles(author, '&status=deleted')).toEqual([]);
  });
});

describe('deleted project', () => {
  it('is hidden and can be restored', async () => {
    const { id } = await begin(author);
    await make(author, id, 'publish');
    expect((await remove(author, id)).json()).toMatchObject({ status: 'published', id });
    expectApiError(await publicProject(id), 'NOT_FOUND');
    expectApiError(await change(author, id, { title: 'No', version: 1 }), 'CONFLICT');
    expectApiError(await applyTransition(author, id, 'publish'), 'CONFLICT');
    expectApiError(await remove(author, id), 'CONFLICT');
    expectApiError(await restore(other, id), 'NOT_FOUND');
    expect((await restore(author, id)).statusCode).toBe(200);
    expectApiError(await restore(author, id), 'CONFLICT');
    expect((await publicProject(id)).statusCode).toBe(200);
  });

  it('cannot be deleted by others', async () => {
    const { id } = await begin(author);
    for (const stranger of [member, other]) {
      expectApiError(await remove(stranger, id), 'NOT_FOUND');
      expectApiError(await remove(stranger, 'mise'), 'NOT_FOUND');
    }
    expect(await draft(author, id)).toMatchObject({ deletedAt: null });
    expect((await publicProject('mise')).statusCode).toBe(200);
  });
});

describe('cleanup', () => {
  it('deletes projects permanently after 30 days', async () => {
    const { id } = await begin(member);
    await remove(member, id);
    now = now.add({ hours: 24 * 30 });
    await deleteExpiredProjectsJob(jobServices());
    expect(await rows(`projects where id = '${id}'`)).toHaveLength(1);
    now = now.add({ seconds: 1 });
    await deleteExpiredProjectsJob(jobServices());
    expect(await rows('projects where not is_sample')).toEqual([]);
    expect(await rows('project_revisions')).toEqual([]);
    expect(await rows('projects where is_sample')).toHaveLength(25);
  });

  it('gives published projects of a deleted account to the owner under its name', async () => {
    const leaving = await arrive({ role: 'author', name: 'Emmy Noether' });
    const { id } = await begin(leaving);
    await make(leaving, id, 'publish');
    await save(leaving, id, { title: 'Never shown' });
    await begin(leaving, { ...COMPLETE_PROJECT, title: 'Never published' });
    const person = { userId: leaving.id, email: leaving.email };
    const copy = await projectsPersonalData.export?.(site.db, person, site.http.services);
    expect(copy).toMatchObject([{ title: 'Never shown' }, { title: 'Never published' }]);
    await site.db.transaction(async tx => {
      await projectsPersonalData.erase?.(tx, person, site.http.services);
      await tx.execute(`delete from users where id = '${leaving.id}'`);
    });
    expect(await rows('projects where not is_sample')).toMatchObject([
      { title: COMPLETE_PROJECT.title, unpublished_changes: null },
    ]);
    expect(await getApi(site, `/projects/${id}`)).toMatchObject({ owner: 'Emmy Noether' });
    expect(await draft(owner, id)).toMatchObject({ isOwn: true, authorName: 'Emmy Noether' });
  });
});
