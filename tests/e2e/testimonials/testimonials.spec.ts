import type { Page } from '@playwright/test';
import { getRegion, getStatusMessage, openOrder, orderFixture, type OrderFixture } from '../support/order-fixture.ts';
import { expect, site, testOnOwnSite, waitForHydration } from '../support/test.ts';

const test = testOnOwnSite();

let desk: OrderFixture;
/** The owner's window. */
let office: Page;
test.beforeAll(async ({ browser }) => {
  desk = await orderFixture();
  office = await desk.openOffice(browser);
});
test.afterAll(async () => {
  await office.context().close();
  await desk.close();
});

test('lets a client write a testimonial by link, the owner publish and order it, and the client delete it', async ({
  page,
  trouble,
}) => {
  // Consent is missing at first.
  trouble.announce(/status (of )?400/);
  const order = await desk.delivered();
  await openOrder(page, order);
  const testimonial = getRegion(page, 'Your testimonial');
  await testimonial.getByText('Write a testimonial').click();
  await testimonial.getByLabel('What you say').fill('We have our evenings back.');
  await testimonial.getByLabel('What you do').fill('Baker');
  await testimonial.getByRole('button', { name: 'Send it to the owner' }).click();
  await expect(testimonial).toContainText('It can only be kept if you agree');
  await testimonial.getByRole('checkbox').check();
  await testimonial.getByRole('button', { name: 'Send it to the owner' }).click();
  await getStatusMessage(page, 'The owner reads it before it is shown');
  await expect(testimonial).toContainText('Waits for the owner');

  await openOrder(office, order.number);
  await getRegion(office, 'The client’s testimonial').getByRole('button', { name: 'Approve and show it' }).click();
  await getStatusMessage(office, 'The site shows it now.');
  await site.query(
    `insert into testimonials (body, name, status, position, written_at) values ('Calm and quick.', 'Ida Moss', 'approved', 7, now())`,
  );
  await office.goto('/dashboard/testimonials');
  await waitForHydration(office);
  await office
    .getByRole('region', { name: 'On the site' })
    .getByRole('button', { name: 'Take it off the site' })
    .first()
    .click();
  await expect(office.getByText('It is off the site.')).toBeVisible();
  await getRegion(office, 'Not on the site').getByRole('button', { name: 'Show it after all' }).click();
  const shown = getRegion(office, 'On the site');
  await expect(shown).toContainText('We have our evenings back.');
  const names = shown.getByRole('figure');
  const inOrder = async (...expected: string[]) => {
    for (const [place, name] of expected.entries()) await expect(names.nth(place)).toContainText(name);
  };
  await inOrder('Noor Haddad', 'Ida Moss');
  await office.getByRole('button', { name: 'Move what Ida Moss says up' }).press('Enter');
  await expect(office.getByText('The order is saved.')).toBeVisible();
  await inOrder('Ida Moss', 'Noor Haddad');
  await office.reload();
  await inOrder('Ida Moss', 'Noor Haddad');
  await office.goto('/');
  const said = office.getByRole('figure').filter({ hasText: 'We have our evenings back.' });
  await expect(said).toContainText('Noor Haddad');
  await expect(said.getByText('Paid client')).toBeVisible();

  await page.reload();
  await waitForHydration(page);
  await testimonial.getByText('Take it back').click();
  await testimonial.getByRole('button', { name: 'Delete my testimonial' }).click();
  await getStatusMessage(page, 'Your testimonial is deleted.');
  await office.reload();
  await expect(said).toHaveCount(0);
});
