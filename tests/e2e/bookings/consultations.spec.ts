import type { APIRequestContext, Locator } from '@playwright/test';
import ICAL from 'ical.js';
import { API_PREFIX } from '#shared/paths.ts';
import { openDeveloperTools } from '../support/developer-tools.ts';
import { listAxeViolations } from '../support/audits.ts';
import { useKeyboard } from '../support/keyboard.ts';
import { chargeTax, holdDocumentJobs, waitForBillingJobs } from '../support/order-fixture.ts';
import {
  changeBeforeHydration,
  expect,
  navigateInApp,
  tabTo,
  waitForHydration,
  hydratePage,
  loseResponse,
  testOnOwnSite,
  site,
  type TestUser,
} from '../support/test.ts';

const test = testOnOwnSite();
test.beforeEach(({ context, baseURL }) => openDeveloperTools(context.request, baseURL));
test.use({ contextOptions: { reducedMotion: 'reduce' }, timezoneId: 'Europe/Berlin' });

test.beforeAll(async () => {
  await holdDocumentJobs();
  await site.query("update billing_settings set bank_transfer_instructions = 'To 12 34'");
});
test.afterAll(async () => {
  await waitForBillingJobs();
});
test.beforeEach(() => site.query('delete from rate_limits'));

const isBooking = /\/booking\/\d+\.[\w-]+/;

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

async function post<Answer>(request: APIRequestContext, path: string, data: object): Promise<Answer> {
  const answer = await request.post(API_PREFIX + path, { headers: { origin: site.url }, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return (await answer.json()) as Answer;
}

/** Holds a time through the API. Returns the booking's secret reference. */
async function holdTime(request: APIRequestContext, startsAt: string | null): Promise<string> {
  const slot = { optionId: 'initial', startsAt, timeZone: 'Asia/Kolkata' };
  return (await post<{ accessToken: string }>(request, '/bookings', slot)).accessToken;
}

/** Returns the first free time. */
async function findFreeTime(request: APIRequestContext): Promise<string> {
  const now = Temporal.Now.instant();
  const [from, until] = [now.toString(), now.add({ hours: 5 * 24 }).toString()];
  const times = await request.get(`${API_PREFIX}/consultations/initial/slots?hours=1&from=${from}&until=${until}`);
  const { slots } = (await times.json()) as { slots: string[] };
  return slots.at(0) ?? '';
}

/** Books the first free time through the API, and reports that it was paid by transfer. Returns the booking's number. */
async function bookByTransfer(request: APIRequestContext): Promise<number> {
  const accessToken = await holdTime(request, await findFreeTime(request));
  await post(request, `/bookings/${accessToken}/details`, { name: 'Noor Haddad', email: 'noor@site.example' });
  const booking = await request.get(`${API_PREFIX}/bookings/${accessToken}`);
  const { number, openInvoice } = (await booking.json()) as BookingWithInvoice;
  const report = { method: 'bank_transfer', sender: 'Noor', reference: 'T-77' };
  await post(request, `/billing-documents/${openInvoice.number}/${openInvoice.token}/payments`, report);
  return number;
}

interface BookingWithInvoice {
  readonly number: number;
  readonly openInvoice: { readonly number: string; readonly token: string };
}

test('hydrates with the data of its HTML, and shows changes made while the page was open', async ({ page }) => {
  await page.clock.install();
  const times = page.locator('button[name="startsAt"]');
  let hold = '';
  let startsAt: string | null = null;
  await changeBeforeHydration(page, '/pricing/consultation?zone=Europe/Berlin', async () => {
    startsAt = await times.first().getAttribute('value');
    hold = await holdTime(page.request, startsAt);
  });
  await expect(page.locator(`button[value="${startsAt}"]`)).toHaveCount(0);
  await changeBeforeHydration(page, `/booking/${hold}`, () =>
    post(page.request, `/bookings/${hold}/details`, { name: 'Lin Bao', email: 'lin@site.example' }),
  );
  await expect(page.getByRole('heading', { name: 'Pay $50.00' })).toBeVisible();
});

test('no longer offers a time that was taken while it was chosen', async ({ page, trouble }) => {
  trouble.announce(/status (of )?409/);
  await page.goto('/pricing/consultation?zone=Europe/Berlin');
  await hydratePage(page);
  const first = page.locator('button[name="startsAt"]').first();
  const startsAt = await first.getAttribute('value');
  await holdTime(page.request, startsAt);
  await first.click();
  await expect(page.getByRole('alert')).toBeFocused();
  await expect(page.locator(`button[value="${startsAt}"]`)).toHaveCount(0);
});

test('releases a reserved time if another one is chosen after going back', async ({ page }) => {
  await page.goto('/pricing/consultation?zone=Europe/Berlin');
  await hydratePage(page);
  const choose = async (time: Locator) => {
    const startsAt = (await time.getAttribute('value')) ?? '';
    await time.click();
    await expect(page.getByRole('timer')).toBeVisible();
    return new Date(startsAt);
  };
  const times = page.locator('button[name="startsAt"]');
  const first = await choose(times.first());
  await page.goBack();
  const second = await choose(times.last());
  expect(await site.query('select starts_at, state from bookings order by id desc limit 2')).toEqual([
    { starts_at: second, state: 'held' },
    { starts_at: first, state: 'canceled' },
  ]);
});

test('reserves a time once, and keeps chosen files, if the responses are lost', async ({ page, trouble }) => {
  trouble.announce(/ERR_CONNECTION_RESET/);
  const alert = page.getByRole('alert').filter({ hasText: 'Can’t reach the site.' });
  await page.goto('/pricing/consultation?zone=Europe/Berlin');
  await hydratePage(page);
  const startsAt = (await page.locator('button[name="startsAt"]').first().getAttribute('value')) ?? '';
  const countBookings = async () => (await site.query('select id from bookings')).length;
  const before = await countBookings();
  await loseResponse(page, '**/api/v1/bookings');
  await page.locator(`button[value="${startsAt}"]`).click();
  await expect(alert).toBeVisible();
  await page.locator(`button[value="${startsAt}"]`).click();
  await expect(page.getByRole('timer')).toBeVisible();
  await waitForHydration(page);
  await page.getByLabel('Name', { exact: true }).fill('Ida Moss');
  await page.getByLabel('Email', { exact: true }).fill('ida@site.example');
  const file = { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('The plan.') };
  await page.getByLabel('Files (optional)').setInputFiles(file);
  await loseResponse(page, '**/details');
  await loseResponse(page, '**/files?*');
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(alert).toBeVisible();
  await page.getByRole('button', { name: 'Continue to payment' }).click();
  await expect(page.getByText('Details saved. Your time is reserved while you pay.')).toBeVisible();
  const upload = page.getByRole('list', { name: 'Uploads from your form' }).getByRole('listitem');
  await expect(upload).toContainText('Can’t reach the site.');
  await upload.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('link', { name: 'plan.txt' })).toBeVisible();
  await expect(page.getByText('Details saved. Your time is reserved while you pay.')).toBeVisible();
  expect(await countBookings()).toBe(before + 1);
  const booked = await site.query(
    `select starts_at, name as file from bookings join booking_files on booking_id = bookings.id
      where client_email = 'ida@site.example'`,
  );
  expect(booked).toEqual([{ starts_at: new Date(startsAt), file: 'plan.txt' }]);
});

test.describe('in another time zone', () => {
  test.use({ timezoneId: 'Pacific/Auckland' });

  test('shows the visitor’s times, also if a consultation was chosen before hydration', async ({ page }) => {
    await page.clock.install();
    await changeBeforeHydration(page, '/pricing/consultation', () =>
      page.locator('input[type=radio][value=hourly]').check(),
    );
    await expect(page).toHaveURL(/option=hourly/);
    await expect(page.getByLabel('Your time zone')).toHaveValue('Pacific/Auckland');
    await page.getByLabel('Your time zone').selectOption('Asia/Tokyo');
    await expect(page.getByText('Time zone: Asia/Tokyo')).toBeVisible();
    await expect(page.locator('input[type=radio][value=hourly]')).toBeChecked();
  });
});

test('books, pays, reschedules and cancels a consultation by keyboard', async ({ page, trouble }) => {
  test.slow();
  // At first, the city is missing. Then the price changes.
  trouble.announce(/status (of )?400/);
  trouble.announce(/status (of )?409/);
  await chargeTax();
  const keys = useKeyboard(page);
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const chooseSecondDay = async () => {
    await tabTo(page, page.getByRole('table').getByRole('link').first(), 60);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/day=/);
    // The URL changes before the times do.
    const day = new URL(page.url()).searchParams.get('day') ?? '';
    await expect(page.getByRole('table').locator('a[aria-current="date"]')).toHaveAttribute('data-day', day);
  };
  await test.step('books a time', async () => {
    await page.goto('/pricing/consultation');
    await hydratePage(page);
    await expect(page).toHaveURL(/zone=Europe%2FBerlin/);
    expect(await listAxeViolations(page)).toEqual([]);
    const chosen = page.getByRole('table').locator('a[aria-current="date"]');
    await chooseSecondDay();
    await expect(chosen).toBeVisible();
    const first = page.locator('button[name="startsAt"]').first();
    await tabTo(page, first);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(isBooking);
    await expect(page.getByRole('timer')).toContainText(/Time left: (?:30:00|29:)/);
    expect(await listAxeViolations(page)).toEqual([]);
    const field = (label: string) => page.getByRole('main').getByLabel(label, { exact: true });
    await keys.type(field('Name'), 'Ada Byron');
    await keys.type(field('Email'), 'ada@site.example');
    await expect(field('Street and number')).toBeHidden();
    await keys.press(field('I’m booking for a company'), 'Space');
    await keys.type(field('Company'), 'Tide Tables Ltd');
    await keys.type(field('Street and number'), '4 Quay Street');
    await keys.choose(field('Country'), 'United Kingdom');
    await keys.type(field('VAT ID or tax number (optional)'), 'GB123456789');
    await keys.press(button('Continue to payment'));
    await expect(field('City')).toBeFocused();
    await expect(field('VAT ID or tax number (optional)')).toHaveValue('GB123456789');
    await page.keyboard.insertText('Bristol');
    await keys.press(button('Continue to payment'));
    await expect(page.getByRole('alert')).toHaveText(/^With your billing details, the price is \$50\.00\./);
    await expect(page.getByRole('alert')).toBeFocused();
    await expect(field('Company')).toHaveValue('Tide Tables Ltd');
    await keys.press(button('Continue to payment'));
    // Focus moves to the confirmation, and from there to the next step.
    await expect(page.getByText('Details saved. Your time is reserved while you pay.', { exact: false })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Pay $50.00' })).toBeVisible();
    await tabTo(page, page.getByRole('radio', { name: 'Card' }));
    await page.keyboard.press('ArrowUp');
    await expect(page.getByRole('radio', { name: 'Bank transfer' })).toBeChecked();
    await page.keyboard.press('Tab');
    await expect(page.getByLabel('Sent from')).toBeFocused();
    expect(await listAxeViolations(page)).toEqual([]);
  });

  await test.step('pays by card, then reschedules and cancels on the page that the email links to', async () => {
    const press = async (role: 'button' | 'link', name: string | RegExp) => {
      await tabTo(page, page.getByRole(role, { name }), 60);
      await page.keyboard.press('Enter');
    };
    await page.keyboard.press('Shift+Tab');
    await page.keyboard.press('ArrowDown');
    await expect(page.getByRole('radio', { name: 'Card' })).toBeChecked();
    await page.keyboard.press('Enter');
    await page.waitForURL(/fake-provider/);
    await press('button', 'Pay');
    await expect(page.getByText('Your booking is confirmed.', { exact: false })).toBeVisible({ timeout: 20_000 });
    const confirmed = await newestMail('ada@site.example', 'booking_confirmed');
    expect(confirmed).toMatchObject({ method: 'REQUEST', sequence: 0 });

    expect(new URL(confirmed.link).pathname).toBe(new URL(page.url()).pathname);
    await waitForHydration(page);
    await press('link', 'Reschedule booking');
    await expect(page).toHaveURL(/change=time/);
    await chooseSecondDay();
    // The current time can't be chosen.
    await expect(page.getByRole('button', { name: /Current/ })).toBeDisabled();
    const other = page.locator('button[name="startsAt"]:enabled').last();
    const startsAt = await other.getAttribute('value');
    await tabTo(page, other, 80);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Booking rescheduled.', { exact: false })).toBeFocused();
    await expect(page.getByRole('link', { name: 'Reschedule booking' })).toBeVisible();
    const moved = await newestMail('ada@site.example', 'booking_rescheduled');
    expect(moved).toEqual({ ...confirmed, sequence: 1, start: startsAt });

    await tabTo(page, page.locator('summary', { hasText: 'Cancel this booking' }));
    await page.keyboard.press('Enter');
    await press('button', 'Cancel booking');
    await expect(page.getByText('Booking canceled.', { exact: false })).toBeFocused();
    // The refund may already be complete.
    await expect(page.getByText(/\$50\.00 (is being|was) refunded to your original payment method\./)).toBeVisible();
    expect(await newestMail('ada@site.example', 'booking_canceled')).toEqual({
      ...moved,
      method: 'CANCEL',
      sequence: 2,
    });
    await waitForBillingJobs();
    await page.reload();
    await expect(
      page.getByText('$50.00 was refunded to your original payment method.', { exact: false }),
    ).toBeVisible();
  });
});

test('books only the chosen time when Enter is pressed in a field', async ({ page, trouble }) => {
  trouble.announce(/status (of )?409/);
  const keys = useKeyboard(page);
  const startsAt = await findFreeTime(page.request);
  const hold = await holdTime(page.request, startsAt);
  await site.query(`update bookings set hold_expires_at = now() - interval '1 minute' where id = $1`, [
    Number.parseInt(hold, 10),
  ]);
  await holdTime(page.request, startsAt);
  await keys.open(`/booking/${hold}`);
  await expect(page.locator('button[name="startsAt"]').first()).toBeVisible();
  await keys.type(page.getByLabel('Name', { exact: true }), 'Lin Bao');
  await keys.type(page.getByLabel('Email', { exact: true }), 'lin@site.example');
  await page.keyboard.press('Enter');
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(
    'Your reservation expired, and the time was taken. Choose one of the next available times.',
  );
  await expect(alert).toBeFocused();
  await expect(page.getByLabel('Name', { exact: true })).toHaveValue('Lin Bao');
});

/** Returns a weekday of next week, in the format of date inputs. */
const nextMonday = () => {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + ((8 - (date.getUTCDay() || 7)) % 7 || 7) + 7);
  return date.toISOString().slice(0, 10);
};

test.describe('owner', () => {
  test.use({ timezoneId: 'Asia/Kolkata' });

  let owner: TestUser;
  test.beforeAll(async () => {
    owner = await site.addOwner();
  });
  test.beforeEach(({ context }) => site.signIn(context, owner));

  test('confirms a transfer, records a no-show and plans the calendar', async ({ page, request, trouble }) => {
    // Visits all pages of the calendar.
    test.slow();
    const number = await bookByTransfer(request);
    await test.step('confirms a transfer', async () => {
      await page.goto(`/dashboard/bookings/${number}`);
      await waitForHydration(page);
      await page.getByRole('link', { name: 'Go to payments' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payments');
      const subject = page.getByRole('link', { name: `Consultation ${number}` });
      await expect(subject.first()).toHaveAttribute('href', `/dashboard/bookings/${number}`);
      await page
        .getByRole('button', { name: /^Confirm/ })
        .first()
        .click();
      await expect(page.getByText('Payment confirmed.')).toBeVisible();
      await waitForBillingJobs();
    });

    await test.step('records a no-show', async () => {
      // By now, the booking has started.
      await site.query(
        `update bookings set starts_at = now() - interval '9 minutes', ends_at = now() + interval '21 minutes',
          blocked_from = now() - interval '24 minutes', blocked_until = now() + interval '36 minutes' where id = $1`,
        [number],
      );
      await navigateInApp(page, `/dashboard/bookings/${number}`);
      await expect(page.getByText('Confirmed automatically')).toBeVisible();
      await page.getByRole('button', { name: 'Mark as no-show' }).click();
      await expect(page.getByText('Marked as no-show by you')).toBeVisible();
      await expect(page.getByText('No-show', { exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Outcome' })).toBeFocused();
    });

    await test.step('books, reschedules and cancels a consultation by keyboard', async () => {
      const day = nextMonday();
      await navigateInApp(page, '/dashboard/calendar');
      await tabTo(page, page.getByRole('link', { name: 'New booking' }));
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('New booking');

      /** Fills in a field that is reached with Tab. */
      const type = async (label: string, text: string) => {
        await tabTo(page, page.getByLabel(label, { exact: true }));
        await page.keyboard.insertText(text);
      };
      const [year = '', month = '', date = ''] = day.split('-');
      await type('Title', 'A first call');
      await type('Duration (minutes)', '45');
      await tabTo(page, page.getByLabel('Date', { exact: true }));
      await page.keyboard.type(`${month}${date}${year}`);
      await tabTo(page, page.getByLabel('Start time'));
      await page.keyboard.type('1015AM');
      await type('Name', 'Grace Murray');
      await page.keyboard.press('Enter');
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('A first call');
      await expect(page.getByText('Booking added by you')).toBeVisible();

      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      await page.keyboard.press('Tab');
      await expect(page.getByRole('link', { name: 'View in calendar' })).toBeFocused();
      await page.keyboard.press('Enter');
      const entry = page.getByRole('link', { name: /10:15–11:00 A first call Grace Murray/ });
      await expect(entry).toBeVisible();
      await expect(page.getByText('1 consultation', { exact: true })).toBeVisible();
      await tabTo(page, entry);
      await page.keyboard.press('Enter');

      await expect(page).toHaveURL(/\/dashboard\/bookings\/\d+$/);
      await tabTo(page, page.getByLabel('Date', { exact: true }));
      await page.keyboard.type(`${month}${date}${year}`);
      await tabTo(page, page.getByLabel('Start time'));
      await page.keyboard.type('0230PM');
      await page.keyboard.press('Enter');
      await expect(page.getByText(/^Rescheduled by you to .*14:30/)).toBeVisible();

      await tabTo(page, page.getByLabel('Reason'));
      await page.keyboard.insertText('I am away on that day.');
      await tabTo(page, page.getByRole('button', { name: 'Cancel booking' }));
      await page.keyboard.press('Enter');
      await expect(page.getByText('Canceled by you')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Cancel booking' })).toBeHidden();
      // The pressed button and its section are gone.
      await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
      // The list uses the calendar's time zone, not the browser's.
      await navigateInApp(page, '/dashboard/bookings');
      await expect(page.getByText('Time zone: America/New York')).toBeVisible();
      const listed = page.getByRole('row').filter({ hasText: 'A first call' }).locator('time');
      await expect(listed.filter({ hasText: /, 14:30 GMT-5$/ })).toBeVisible();
    });

    await test.step('edits the availability', async () => {
      trouble.announce(/status (of )?400/);
      await navigateInApp(page, '/dashboard/calendar/availability');
      const notice = page.getByLabel('Minimum notice (hours)');
      await notice.fill('7');
      await page.getByRole('button', { name: 'Add hours to Saturday' }).click();
      await page.getByLabel('Saturday, time range 1, start').fill('10:00');
      await page.getByLabel('Saturday, time range 1, end').fill('09:00');
      await page.getByRole('button', { name: 'Save hours' }).click();
      await expect(page.getByText('The end time must be after the start time.')).toBeVisible();
      await expect(page.getByLabel('Saturday, time range 1, start')).toHaveValue('10:00');
      await page.getByLabel('Saturday, time range 1, end').fill('12:00');
      await page.getByRole('button', { name: 'Add hours to Saturday' }).click();
      await page.getByLabel('Saturday, time range 2, start').fill('11:00');
      await page.getByLabel('Saturday, time range 2, end').fill('13:00');
      await page.getByRole('button', { name: 'Save hours' }).click();
      await expect(page.getByText('This time range overlaps the one above.')).toBeVisible();
      await expect(page.getByLabel('Saturday, time range 2, start')).toBeFocused();
      await expect(page.getByLabel('Saturday, time range 1, start')).not.toHaveAttribute('aria-invalid');
      await page.getByRole('button', { name: 'Remove time range 2 from Saturday' }).click();
      await page.getByLabel('Saturday, time range 1, end').fill('00:00');
      await page.getByRole('button', { name: 'Save hours' }).click();
      await expect(page.getByText('Hours saved')).toBeVisible();
      const [saturday] = await site.query('select ranges from weekly_availability where weekday = 6');
      expect(saturday?.ranges).toEqual([{ startMinute: 600, endMinute: 1440 }]);
      await expect(notice).toHaveValue('7');
      await page.getByRole('button', { name: 'Add hours to Sunday' }).click();
      const sunday = page.getByLabel('Sunday, time range 1, start');
      await sunday.fill('11:00');
      await page.getByRole('button', { name: 'Save rules' }).click();
      await expect(page.getByText('Booking rules saved.')).toBeVisible();
      await expect(sunday).toHaveValue('11:00');

      const [firstDay, note] = [page.getByLabel('First day'), page.getByLabel('Note')];
      await firstDay.fill(nextMonday());
      await note.fill('Holiday');
      await page.getByRole('button', { name: 'Add override' }).click();
      await expect(page.getByText('Date overrides saved')).toBeVisible();
      await expect(firstDay).toHaveValue('');
      await expect(note).toHaveValue('');
      await expect(sunday).toHaveValue('11:00');
      await page.getByRole('button', { name: /^Remove override for \d/ }).click();
      await expect(page.getByText('Date override removed')).toBeVisible();

      await page.getByText('Copy hours to other days').click();
      const copy = page.getByRole('button', { name: 'Copy hours' });
      await copy.click();
      await expect(page.getByText('Choose the days to copy to.')).toBeVisible();
      await page.getByRole('checkbox', { name: 'Friday' }).check();
      await page.getByLabel('Copy from').selectOption('Saturday');
      await copy.click();
      await expect(page.getByText('Hours copied')).toBeVisible();
      await expect(copy).toBeFocused();
      await expect(page.getByLabel('Friday, time range 1, start')).toHaveValue('10:00');
      await expect(sunday).toHaveValue('11:00');
    });

    await test.step('a link to the bookings is replaced, without losing a calendar that is being added', async () => {
      await page.getByRole('navigation').getByRole('link', { name: 'External calendars' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Leave page' }).click();
      const name = page.getByLabel('Name', { exact: true });
      await name.fill('Family');
      await page.getByRole('button', { name: 'Replace link' }).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Replace link' }).click();
      await expect(page.getByText('Link replaced.')).toBeVisible();
      await expect(name).toHaveValue('Family');
    });
  });
});
