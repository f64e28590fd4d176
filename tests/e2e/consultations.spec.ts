import { violations } from './audits.ts';
import { openResidents, type Residents } from './residents.ts';
import { untilBooksRest } from './selling-desk.ts';
import { expect, tabTo, takenOver, testOnOwnSite } from './test.ts';

const test = testOnOwnSite('start');
test.use({ contextOptions: { reducedMotion: 'reduce' }, timezoneId: 'Europe/Berlin' });

let residents: Residents;
test.beforeAll(async ({ ownSite }) => {
  residents = await openResidents(ownSite);
  await residents.query("update billing_settings set bank = 'To 12 34'");
});
test.afterAll(async () => {
  await untilBooksRest(residents);
  await residents.close();
});
test.beforeEach(() => residents.query('delete from rate_limits'));

const isBooking = /\/booking\/\d+\.[\w-]+/;

test('a consultation is chosen, held, and told of a transfer, by keyboard alone', async ({ page }) => {
  await page.goto('/pricing/consultation');
  await takenOver(page);
  await expect(page).toHaveURL(/zone=Europe%2FBerlin/);
  expect(await violations(page)).toEqual([]);
  const chosen = page.getByRole('table').locator('a[aria-current="date"]');
  await tabTo(page, page.getByRole('table').getByRole('link').first());
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/day=/);
  await expect(chosen).toBeVisible();
  const first = page.locator('button[name="startsAt"]').first();
  await tabTo(page, first);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(isBooking);
  await expect(page.getByRole('timer')).toContainText(/Time left: (?:30:00|29:)/);
  expect(await violations(page)).toEqual([]);
  await tabTo(page, page.getByLabel('Name', { exact: true }));
  await page.keyboard.type('Noor Haddad');
  await page.keyboard.press('Tab');
  await page.keyboard.type('noor@site.example');
  await tabTo(page, page.getByRole('button', { name: 'Go on to payment' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Pay $50.00' })).toBeVisible();
  await tabTo(page, page.getByRole('radio', { name: 'Card' }));
  await page.keyboard.press('ArrowUp');
  await expect(page.getByRole('radio', { name: 'Bank transfer' })).toBeChecked();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Noor');
  await page.keyboard.press('Tab');
  await page.keyboard.type('T-77');
  await page.keyboard.press('Enter');
  await expect(
    page.getByText('The time is kept for you until the owner has seen the money', { exact: false }),
  ).toBeVisible();
  expect(await violations(page)).toEqual([]);
});

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false });

  test('a consultation is booked, moved and cancelled', async ({ page, trouble }) => {
    // What is refused is answered as such.
    trouble.announce(/^status 400: POST \S+\/booking\//);
    trouble.announce(/^console error: Failed to load resource: the server responded with a status of 400/);
    await page.goto('/pricing/consultation');
    await page.getByLabel('Hourly Consultation').check();
    await page.getByLabel('How many hours').selectOption('2');
    await page.getByLabel('Your time zone').selectOption('Asia/Dhaka');
    await page.getByRole('button', { name: 'Show its times' }).click();
    await expect(page.getByText('Hourly Consultation, 2 hours, $200.00')).toBeVisible();
    await page.getByRole('table').getByRole('link').last().click();
    await page.locator('button[name="startsAt"]').first().click();
    await expect(page).toHaveURL(isBooking);
    await page.getByLabel('Name', { exact: true }).fill('Lin');
    await page.getByLabel('E-mail').fill('lin');
    await page.getByLabel('What it is about (optional)').fill('A slow query.');
    await page.getByRole('button', { name: 'Go on to payment' }).click();
    await expect(page.getByLabel('What it is about (optional)')).toHaveValue('A slow query.');
    // The hold ends while the rest is typed: nothing of it is lost.
    await residents.query("update bookings set held_until = now() - interval '1 second' where state = 'held'");
    await page.getByLabel('E-mail').fill('lin@site.example');
    await page.getByRole('button', { name: 'Go on to payment' }).click();
    await expect(page.getByRole('heading', { name: 'Pay $200.00' })).toBeVisible();
    await page.getByRole('radio', { name: 'Card' }).check();
    await page.getByRole('button', { name: 'Pay $200.00' }).click();
    await page.getByRole('link', { name: 'Continue to pay' }).click();
    await page.getByRole('button', { name: 'Pay', exact: true }).click();
    await expect(async () => {
      if (isBooking.test(page.url())) return;
      await page.getByRole('button', { name: 'Look again' }).click();
      await expect(page).toHaveURL(isBooking, { timeout: 500 });
    }).toPass({ timeout: 20_000 });
    await expect(page.getByText('It is booked.', { exact: false })).toBeVisible();
    await page.getByRole('link', { name: 'Choose another time' }).click();
    await page.getByRole('table').getByRole('link').last().click();
    await page.locator('button[name="startsAt"]').last().click();
    await expect(page.getByText('It has a new time.', { exact: false })).toBeVisible();
    await page.getByText('Cancel the consultation').click();
    await page.getByRole('button', { name: 'Cancel it' }).click();
    await expect(page.getByText('It is cancelled.', { exact: false })).toBeVisible();
  });
});
