import { describe, expect, it } from 'vitest';
import type { MoneyTask } from '#features/dashboard/contract/index.ts';
import { getSocialCard } from '#features/seo/social-card/content.ts';
import { deleteExpiredProjectsJob } from '#features/projects/jobs.ts';
import { projectsPersonalData } from '#features/projects/queries/deletion.ts';
import { MAX_PROJECT_FILES } from '#features/projects/contract/files.ts';
import type { Project } from '#features/projects/contract/public.ts';
import { requestApi, expectApiError, getApi, postApi } from '../support/api-client.ts';
import { orderFixture } from '../support/order-fixture.ts';
import { parsePage, textOf } from '../support/page-html.ts';
import { projectFixture, COMPLETE_PROJECT } from '../support/project-fixture.ts';

const { site, owner, arrive, placeOrder, pay, read, asOwner, asClient, passDays, rows } = orderFixture({ pages: true });
const projects = projectFixture(site);

/** A published project with a price. */
async function published(title = 'Tide tables'): Promise<string> {
  const { id } = await projects.begin(owner(), { ...COMPLETE_PROJECT, title });
  return (await projects.make(owner(), id, 'publish')).id;
}
const shown = (id: string) => getApi<Project>(site(), `/projects/${id}`);
const pageOf = async (id: string) => (await site().http.app.inject(`/projects/${id}`)).body;
/** The text of a project's card in the list of projects. */
/** Returns the text next to a project: its price or that it is not for sale. */
async function detailsOf(id: string): Promise<string> {
  site().http.invalidateAll();
  const page = await parsePage((await site().http.app.inject(`/projects/${id}`)).body);
  return page.all('aside').map(textOf).join(' ');
}
const filesOf = async (id: string) => (await projects.draft(owner(), id)).files;

describe('project with a price but no files', () => {
  it('has no buy button or offer and cannot be ordered', async () => {
    const id = await published();
    expect((await shown(id)).isForSale).toBe(false);
    const page = await pageOf(id);
    expect(page).toContain('Not for sale right now');
    expect(page).not.toContain('Buy source code');
    expect(page).toContain('schema.org/OutOfStock');
    expectApiError(await requestApi(site(), `/checkout-offers/project/${id}`), 'NOT_FOUND');
    const body = { kind: 'project', id, name: 'Noor', email: 'noor@site.example', signature: 'Noor' };
    const answer = await postApi(site(), '/orders', { ...body, agreementHash: 'a'.repeat(64) });
    expectApiError(answer, 'NOT_FOUND');
    expect(answer.body).toContain('isn’t for sale right now');
    expect(await rows('orders')).toEqual([]);
  });

  it('shows its price only once it has files, and free projects always do', async () => {
    const id = await published('Price list');
    const { db } = site();
    const kicker = async () => (await getSocialCard(db, 'project', id, 'http://localhost')).kicker;
    expect(await detailsOf(id)).not.toContain('$49.50');
    expect(await kicker()).toBe('Astro');
    await projects.addFile(owner(), id);
    expect(await detailsOf(id)).toContain('$49.50');
    expect(await kicker()).toBe('Astro · $49.50');
    const free = await projects.begin(owner(), { ...COMPLETE_PROJECT, title: 'Free of charge', price: '0' });
    await projects.make(owner(), free.id, 'publish');
    expect(await detailsOf(free.id)).toContain('$0');
  });

  it('is for sale while it has files', async () => {
    const id = await published();
    const added = await projects.addFile(owner(), id, '../tide <b>.zip');
    expect(added.statusCode, added.body).toBe(201);
    const [file] = await filesOf(id);
    expect(file).toMatchObject({ name: 'tide <b>.zip', bytes: 10 });
    expect((await shown(id)).isForSale).toBe(true);
    expect((await requestApi(site(), `/checkout-offers/project/${id}`)).statusCode).toBe(200);
    expect((await projects.removeFile(owner(), id, file?.id ?? '')).json()).toEqual({ items: [] });
    expect((await shown(id)).isForSale).toBe(false);
  });

  it('is listed in the owner’s tasks, unlike sample, free and draft projects', async () => {
    const tasks = async () =>
      (await getApi<{ items: MoneyTask[] }>(site(), '/money-tasks', owner().cookie)).items.find(
        ({ name }) => name === 'project_files',
      );
    await site().db.$client.query(`delete from projects where not is_sample; delete from project_files`);
    expect(await tasks()).toBeUndefined();
    const id = await published('Without files');
    await projects.begin(owner(), { ...COMPLETE_PROJECT, title: 'A draft' });
    const free = await projects.begin(owner(), { ...COMPLETE_PROJECT, title: 'Free', price: '0' });
    await projects.make(owner(), free.id, 'publish');
    expect(await tasks()).toEqual({
      name: 'project_files',
      total: 1,
      items: [{ text: 'Without files', path: `/dashboard/update-project/${id}` }],
    });
    await projects.addFile(owner(), id);
    expect(await tasks()).toBeUndefined();
  });
});

describe('project files', () => {
  it('can be added and removed only by the owner', async () => {
    const author = await arrive({ role: 'author', name: 'Lin' });
    const { id } = await projects.begin(author, { ...COMPLETE_PROJECT, title: 'By Lin' });
    expectApiError(await projects.addFile({}, id), 'UNAUTHORIZED');
    expectApiError(await projects.addFile(author, id), 'FORBIDDEN');
    expect((await projects.addFile(owner(), id)).statusCode).toBe(201);
    const [file] = await filesOf(id);
    expectApiError(await projects.removeFile({}, id, file?.id ?? ''), 'UNAUTHORIZED');
    expectApiError(await projects.removeFile(author, id, file?.id ?? ''), 'FORBIDDEN');
    expect(await filesOf(id)).toHaveLength(1);
  });

  it('are refused for unknown projects, when empty and beyond the limit', async () => {
    const id = await published();
    expectApiError(await projects.addFile(owner(), 'nothing-there'), 'NOT_FOUND');
    expectApiError(await projects.addFile(owner(), id, 'a.zip', ''), 'UNPROCESSABLE');
    expectApiError(await projects.removeFile(owner(), id, '0'.repeat(16)), 'NOT_FOUND');
    for (let number = 1; number <= MAX_PROJECT_FILES; number++) await projects.addFile(owner(), id, `${number}.zip`);
    expectApiError(await projects.addFile(owner(), id, 'one-more.zip'), 'CONFLICT');
    const names = (await filesOf(id)).map(({ name }) => name);
    expect(names).toEqual(Array.from({ length: MAX_PROJECT_FILES }, (_none, place) => `${place + 1}.zip`));
  });

  it('keep at least one once the project has been bought', async () => {
    const id = await published();
    await projects.addFile(owner(), id);
    const order = await placeOrder(id, { kind: 'project' });
    await pay(order);
    const [first] = await filesOf(id);
    const refused = await projects.removeFile(owner(), id, first?.id ?? '');
    expectApiError(refused, 'CONFLICT');
    expect(refused.body).toContain('Add the new file first');
    await projects.addFile(owner(), id, 'second.zip');
    expect((await projects.removeFile(owner(), id, first?.id ?? '')).statusCode).toBe(200);
    expect((await read(order.reference)).files.map(({ name }) => name)).toEqual(['second.zip']);
  });

  it('are named in personal data and stay with the owner when their uploader leaves', async () => {
    const author = await arrive({ role: 'author', name: 'Grace' });
    const ids = [];
    for (const title of ['Bought of Grace', 'Only of Grace']) {
      const { id } = await projects.begin(author, { ...COMPLETE_PROJECT, title });
      await projects.addFile(owner(), id, `${title}.zip`);
      ids.push((await projects.make(author, id, 'publish')).id);
    }
    const [bought = '', other = ''] = ids;
    await pay(await placeOrder(bought, { kind: 'project' }));
    for (const id of ids) await projects.make(author, id, 'archive');
    const person = { userId: author.id, email: author.email };
    const copy = await projectsPersonalData.export?.(site().db, person, site().http.services);
    expect(JSON.stringify(copy)).toContain('Only of Grace.zip');
    const { jobs, encryption, now } = site().http.services;
    const services = { jobs, encryption, now, features: [] };
    await site().db.transaction(async tx => projectsPersonalData.erase?.(tx, person, services));
    expect((await filesOf(bought)).map(({ name }) => name)).toEqual(['Bought of Grace.zip']);
    expectApiError(await requestApi(site(), `/my-projects/${other}`, owner().cookie), 'NOT_FOUND');
  });

  it('are deleted with the project unless someone bought it', async () => {
    const jobServices = () => ({ ...site().http.services, log: site().log.log });
    const [sold, unsold, refunded] = [await published('Sold'), await published('Unsold'), await published('Refunded')];
    for (const id of [sold, unsold, refunded]) await projects.addFile(owner(), id, `${id}.zip`);
    await pay(await placeOrder(sold, { kind: 'project' }));
    const back = await placeOrder(refunded, { kind: 'project' });
    expect((await asClient(back, '/transitions', { transition: 'cancel' })).statusCode).toBe(200);
    for (const id of [sold, unsold, refunded]) await projects.remove(owner(), id);
    await passDays(31);
    await deleteExpiredProjectsJob(jobServices());
    const { rows: left } = await site().db.$client.query<{ name: string }>(
      `select name from project_files where name like any(array['sold%', 'unsold%', 'refunded%'])`,
    );
    expect(left.map(({ name }) => name)).toEqual([`${sold}.zip`]);
    expect((await asOwner(back, '/messages', { body: 'Still there.' })).statusCode).toBe(200);
  });
});
