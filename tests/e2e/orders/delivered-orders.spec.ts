import { COMPLETE_PROJECT } from '../../support/project-fixture.ts';
import { createApiClient } from '../support/api-client.ts';
import {
  getRegion,
  getStatusMessage,
  openOrder,
  orders,
  takeTurns,
  testOrders,
  unfold,
} from '../support/order-fixture.ts';
import { listTextEnds } from '../support/text-directions.ts';
import { expect, expectSameDocument, markDocument, navigateInApp, site } from '../support/test.ts';

const test = testOrders();

test('the owner uploads several files to an order without files, and sees which one is empty', async ({ page }) => {
  const order = await orders.paid();
  const turns = takeTurns(page);
  await openOrder(page, order);
  await turns.asOwner(order);
  const deliverables = getRegion(page, 'Deliverables');
  await unfold(deliverables, 'Deliverables');
  const file = (name: string, text = name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
  const names = ['one.txt', 'two.txt', 'three.txt', 'four.txt', 'five.txt'];
  await deliverables
    .getByLabel('Upload files to deliver')
    .setInputFiles([...names.map(name => file(name)), file('empty.txt', '')]);
  const uploads = deliverables.getByRole('list', { name: 'Uploads' });
  await expect(uploads.getByRole('listitem')).toHaveText(['empty.txtThis file is empty, so it wasn’t uploaded.']);
  await expect(deliverables.getByRole('link')).toHaveCount(names.length);
  for (const name of names) await expect(deliverables.getByRole('link', { name, exact: true })).toBeVisible();
  await uploads.getByRole('button', { name: 'Dismiss empty.txt' }).click();
  await expect(uploads).toBeHidden();
  await turns.asClient(order);
  await expect(deliverables.getByText('five.txt', { exact: true })).toBeVisible();
});

test('a delivered order gets support, a testimonial that the owner publishes and sorts, and a project', async ({
  page,
  trouble,
}) => {
  // At first, the consent is missing.
  trouble.announce(/status (of )?400/);
  const order = await orders.delivered();
  await orders.askForSupport(order);
  const turns = takeTurns(page);
  const testimonial = getRegion(page, 'Your testimonial');
  await openOrder(page, order);
  await markDocument(page);

  await test.step('the client writes a testimonial', async () => {
    await testimonial.getByText('Write a testimonial').click();
    await testimonial.getByLabel('Your testimonial').fill('We have our evenings back.\nشكرا Mira جزيلا.');
    await testimonial.getByLabel('Your role').fill('Baker');
    await testimonial.getByRole('button', { name: 'Send for review' }).click();
    await expect(testimonial).toContainText('Agree to publish your testimonial');
    await testimonial.getByRole('checkbox').check();
    await testimonial.getByRole('button', { name: 'Send for review' }).click();
    await getStatusMessage(page, 'Your testimonial is reviewed next');
    await expect(page.getByText('Your testimonial is reviewed next')).toBeFocused();
    await expect(page.getByText('Your testimonial is reviewed next')).toBeInViewport();
    await expect(testimonial).toContainText('Waiting for review');
    expect(await listTextEnds(testimonial.getByRole('blockquote').getByRole('paragraph'))).toEqual(['left']);
  });

  await test.step('term 13: the owner resolves included support and quotes other support', async () => {
    await turns.asOwner(order);
    const support = getRegion(page, 'Support');
    await expect(support).toContainText('The map is grey.');
    await support.getByRole('button', { name: 'Mark as resolved', exact: true }).click();
    await getStatusMessage(page, 'Support request resolved.');
    const quote = async (amount: string) => {
      await support.getByLabel('Description').fill('A map');
      await support.getByLabel('Amount in USD').first().fill(amount);
      await support.getByRole('button', { name: 'Send quote' }).click();
      await getStatusMessage(page, 'Support quote sent.');
    };
    await quote('800');
    await support.getByRole('button', { name: 'Withdraw quote' }).click();
    await getStatusMessage(page, 'Support quote withdrawn.');
    await expect(support).not.toContainText('$800.00');
    await quote('80');
    await expect(support).toContainText('$80.00');
  });

  // How the home page shows a testimonial is tested without a browser.
  const home = async () => (await fetch(site.url)).text();
  await test.step('the owner publishes and sorts the testimonial', async () => {
    await getRegion(page, 'The client’s testimonial').getByRole('button', { name: 'Approve and publish' }).click();
    await getStatusMessage(page, 'Testimonial published.');
    await site.query(
      `insert into testimonials (body, name, status, position, written_at) values ('Calm and quick.', 'Ida Moss', 'approved', 7, now())`,
    );
    await navigateInApp(page, '/dashboard/testimonials');
    const shown = getRegion(page, 'Published');
    await shown.getByRole('button', { name: 'Unpublish testimonial' }).first().click();
    await expect(page.getByText('Testimonial unpublished.')).toBeInViewport();
    await getRegion(page, 'Not published').getByRole('button', { name: 'Publish testimonial' }).click();
    await expect(shown).toContainText('We have our evenings back.');
    await expect(shown.getByRole('figure')).toContainText(['Noor Haddad', 'Ida Moss']);
    await page.getByRole('button', { name: 'Move testimonial by Ida Moss up' }).press('Enter');
    await expect(page.getByText('Sort order saved')).toBeVisible();
    await expect(shown.getByRole('figure')).toContainText(['Ida Moss', 'Noor Haddad']);
    // At the start of the list, the pressed button is disabled.
    await expect(page.getByRole('button', { name: 'Move testimonial by Ida Moss down' })).toBeFocused();
    await expect.poll(home).toMatch(/Calm and quick.*We have our evenings back/s);
  });

  await test.step('the client declines the support quote and deletes the testimonial', async () => {
    await turns.asClient(order);
    const support = getRegion(page, 'Support');
    await support.getByRole('button', { name: 'Decline quote' }).click();
    await getStatusMessage(page, 'Support quote declined. You won’t be charged.');
    await expect(support).toContainText('Declined');
    await expect(support.getByRole('button', { name: /^(Accept|Decline)/ })).toHaveCount(0);
    await unfold(testimonial, 'Delete testimonial');
    await testimonial.getByRole('button', { name: 'Delete my testimonial' }).click();
    await getStatusMessage(page, 'Testimonial deleted.');
    await expect.poll(home).not.toContain('We have our evenings back.');
  });

  await test.step('the owner creates a project from the order', async () => {
    await turns.asOwner(order);
    await page.getByRole('button', { name: 'Create project' }).click();
    await expect(page).toHaveURL(/\/dashboard\/update-project\//);
    await expect(page.getByRole('textbox', { name: 'Title' })).toHaveValue('Growth');
  });

  await test.step('the owner adds and removes the files of a project for sale', async () => {
    const api = createApiClient(page.request, site.url);
    const { id } = await api('POST', '/projects', COMPLETE_PROJECT);
    await api('POST', `/projects/${id}/transitions`, { transition: 'publish' });
    await navigateInApp(page, '/dashboard');
    await expect(page.getByText('1 project for sale without files')).toBeVisible();
    await page.getByRole('link', { name: /Add files/ }).click();
    const files = getRegion(page, 'Files for buyers');
    await expect(files).toContainText('Add files to sell this project.');
    await files
      .getByLabel('Add files')
      .setInputFiles({ name: 'site.zip', mimeType: 'application/zip', buffer: Buffer.from('The work.') });
    await expect(files.getByRole('listitem').filter({ hasText: '9 bytes' })).toContainText('site.zip');
    await expect(files).not.toContainText('Add files to sell this project.');
    await files.getByRole('button', { name: 'Remove site.zip' }).click();
    await page.getByRole('button', { name: 'Remove file' }).click();
    await expect(files).toContainText('Add files to sell this project.');
  });
  await expectSameDocument(page);
});
