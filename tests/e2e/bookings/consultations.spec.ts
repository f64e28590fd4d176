import ICAL from 'ical.js';
import { openDeveloperTools } from '../support/developer-tools.ts';
import { listAxeViolations } from '../support/audits.ts';
import { waitForBillingJobs } from '../support/order-fixture.ts';
import { expect, tabTo, waitForHydration, hydratePage, testOnOwnSite, site } from '../support/test.ts';

// Later tests use the bookings of earlier ones.
const test = testOnOwnSite({ mode: 'serial' });
test.beforeEach(({ context, baseURL }) => openDeveloperTools(context.request, baseURL));
test.use({ contextOptions: { reducedMotion: 'reduce' }, timezoneId: 'Europe/Berlin' });

test.beforeAll(async () => {
  await site.query("update billing_settings set bank_transfer_instructions = 'To 12 34'");
});
test.afterAll(async () => {
  await waitForBillingJobs();
});
test.beforeEach(() => site.query('delete from rate_limits'));

const isBooking = /\/booking\/\d+\.[\w-]+/;

test('books a consultation and reports a transfer by keyboard', async ({ page }) => {
  await page.goto('/pricing/consultation');
  await hydratePage(page);
  await expect(page).toHaveURL(/zone=Europe%2FBerlin/);
  expect(await listAxeViolations(page)).toEqual([]);
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
  expect(await listAxeViolations(page)).toEqual([]);
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
  await expect(page.getByText('Thank you. You will get an email when your payment is confirmed.')).toBeVisible();
  await expect(page.getByText('This time is reserved for you until your payment is confirmed')).toBeVisible();
  expect(await listAxeViolations(page)).toEqual([]);
});

/** Returns the calendar event in the newest email of a template to an address, and the email's link. */
async function newestMail(address: string, template: string) {
  const [mail] = await site.query(
    'select text, calendar_ics from emails where to_email = $1 and template = $2 order by sequence desc limit 1',
    [address, template],
  );
  const calendar = new ICAL.Component(ICAL.parse(String(mail?.calendar_ics)) as unknown[]);
  const event = new ICAL.Event(calendar.getFirstSubcomponent('vevent') ?? undefined);
  return {
    link: /http\S+\/booking\/\S+/.exec(String(mail?.text))?.[0] ?? '',
    method: calendar.getFirstPropertyValue('method'),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate().toISOString(),
  };
}

test('pays by card, then moves and cancels from the email’s link, by keyboard', async ({ page }) => {
  const press = async (role: 'button' | 'link', name: string | RegExp) => {
    await tabTo(page, page.getByRole(role, { name }), 60);
    await page.keyboard.press('Enter');
  };
  await page.goto('/pricing/consultation?zone=Asia/Kolkata');
  await hydratePage(page);
  await tabTo(page, page.locator('button[name="startsAt"]').nth(1));
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(isBooking);
  await tabTo(page, page.getByLabel('Name', { exact: true }));
  await page.keyboard.type('Ada Byron');
  await page.keyboard.press('Tab');
  await page.keyboard.type('ada@site.example');
  await page.keyboard.press('Enter');
  // Focus moves to the confirmation, and from there to the next step.
  await expect(page.getByText('The time is yours once it is paid.', { exact: false })).toBeFocused();
  await tabTo(page, page.getByRole('radio', { name: 'Card' }));
  await page.keyboard.press('Enter');
  await page.waitForURL(/fake-provider/);
  await press('button', 'Pay');
  await expect(page.getByText('It is booked.', { exact: false })).toBeVisible({ timeout: 20_000 });
  const confirmed = await newestMail('ada@site.example', 'booking_confirmed');
  expect(confirmed).toMatchObject({ method: 'REQUEST', sequence: 0 });

  await page.goto(confirmed.link);
  await waitForHydration(page);
  await press('link', 'Choose another time');
  await expect(page).toHaveURL(/change=time/);
  // The current time can't be chosen.
  await expect(page.getByRole('button', { name: /as it is/ })).toBeDisabled();
  const other = page.locator('button[name="startsAt"]:enabled').last();
  const startsAt = await other.getAttribute('value');
  await tabTo(page, other, 80);
  await page.keyboard.press('Enter');
  await expect(page.getByText('It has a new time.', { exact: false })).toBeFocused();
  await expect(page.getByRole('link', { name: 'Choose another time' })).toBeVisible();
  const moved = await newestMail('ada@site.example', 'booking_rescheduled');
  expect(moved).toEqual({ ...confirmed, sequence: 1, start: startsAt });

  await tabTo(page, page.locator('summary', { hasText: 'Cancel the consultation' }));
  await page.keyboard.press('Enter');
  await press('button', 'Cancel it');
  await expect(page.getByText('It is cancelled', { exact: false })).toBeFocused();
  // The refund may already be complete.
  await expect(page.getByText(/\$50\.00 (goes|went) back the way it came\./)).toBeVisible();
  expect(await newestMail('ada@site.example', 'booking_canceled')).toEqual({ ...moved, method: 'CANCEL', sequence: 2 });
  // If the page loaded while a job changes the booking, it could hydrate with different text.
  await waitForBillingJobs();
  await page.reload();
  await expect(page.getByText('$50.00 went back the way it came.', { exact: false })).toBeVisible();
});

test('lists a member’s bookings, and the owner confirms a transfer and records a no-show', async ({
  page,
  context,
  browser,
  baseURL,
}) => {
  const [row] = await site.query(`select id from bookings where client_email = 'noor@site.example'`);
  const number = Number(row?.id);
  const [other] = await site.query(`select id from bookings where client_email = 'ada@site.example'`);
  const owner = await site.addOwner();
  await site.signIn(context, owner);
  await page.goto(`/dashboard/bookings/${number}`);
  await waitForHydration(page);
  await page.getByRole('link', { name: 'Payments' }).last().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments');
  const subject = page.getByRole('link', { name: `Consultation ${number}` });
  await expect(subject.first()).toHaveAttribute('href', `/dashboard/bookings/${number}`);
  await page
    .getByRole('button', { name: /^Confirm/ })
    .first()
    .click();
  await expect(page.getByText('The payment is confirmed')).toBeVisible();
  await waitForBillingJobs();
  await page.goto(`/dashboard/bookings/${number}`);
  await expect(page.getByText('Confirmed by the site')).toBeVisible();

  const visitor = await browser.newContext(baseURL ? { baseURL } : {});
  try {
    // A new account gets the bookings made earlier with its email address.
    await site.signIn(visitor, await site.addMember('Noor'));
    const own = await visitor.newPage();
    await own.goto('/dashboard/bookings');
    await expect(own.getByText('1 booking', { exact: true })).toBeVisible();
    await own.getByRole('link', { name: 'Initial Consultation' }).click();
    await expect(own.getByText('It is booked.', { exact: false })).toBeVisible();
    const refused = await own.goto(`/dashboard/bookings/${Number(other?.id)}`);
    expect(refused?.status()).toBe(404);
  } finally {
    await visitor.close();
  }

  // The booking has started in the meantime.
  await site.query(
    `update bookings set starts_at = now() - interval '9 minutes', ends_at = now() + interval '21 minutes',
      blocked_from = now() - interval '24 minutes', blocked_until = now() + interval '36 minutes' where id = $1`,
    [number],
  );
  await page.goto(`/dashboard/bookings/${number}`);
  await waitForHydration(page);
  await page.getByRole('button', { name: 'The client did not come' }).click();
  await expect(page.getByText('The client did not come by you')).toBeVisible();
  await expect(page.getByText('Did not come', { exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeFocused();
});
