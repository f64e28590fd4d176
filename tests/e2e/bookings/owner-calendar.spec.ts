import { expect, tabTo, waitForHydration, testOnOwnSite, site, type TestUser } from '../support/test.ts';

const test = testOnOwnSite();
test.use({ timezoneId: 'Asia/Kolkata' });

let owner: TestUser;
test.beforeAll(async () => {
  owner = await site.addOwner();
});
test.beforeEach(({ context }) => site.signIn(context, owner));

/** Returns a weekday of next week, in the format of date inputs. */
const nextMonday = () => {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + ((8 - (date.getUTCDay() || 7)) % 7 || 7) + 7);
  return date.toISOString().slice(0, 10);
};

test('the owner books, moves and cancels a consultation by keyboard', async ({ page }) => {
  const day = nextMonday();
  await page.goto('/dashboard/calendar');
  await waitForHydration(page);
  await tabTo(page, page.getByRole('link', { name: 'Book by hand' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book by hand');

  /** Fills in a field that is reached with Tab. */
  const type = async (label: string, text: string) => {
    await tabTo(page, page.getByLabel(label, { exact: true }));
    await page.keyboard.insertText(text);
  };
  const [year = '', month = '', date = ''] = day.split('-');
  await type('Title', 'A first call');
  await type('Minutes', '45');
  await tabTo(page, page.getByLabel('Day'));
  await page.keyboard.type(`${month}${date}${year}`);
  await tabTo(page, page.getByLabel('Begins at'));
  await page.keyboard.type('1015AM');
  await type('Name', 'Grace Murray');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('A first call');
  await expect(page.getByText('Booked by hand by you')).toBeVisible();

  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Its week in the calendar' })).toBeFocused();
  await page.keyboard.press('Enter');
  const entry = page.getByRole('link', { name: /10:15–11:00 A first call Grace Murray/ });
  await expect(entry).toBeVisible();
  await expect(page.getByText('1 consultation', { exact: true })).toBeVisible();
  await tabTo(page, entry);
  await page.keyboard.press('Enter');

  await expect(page).toHaveURL(/\/dashboard\/bookings\/\d+$/);
  await tabTo(page, page.getByLabel('Day', { exact: true }));
  await page.keyboard.type(`${month}${date}${year}`);
  await tabTo(page, page.getByLabel('Begins at'));
  await page.keyboard.type('0230PM');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Moved by you, to .*14:30/)).toBeVisible();

  await tabTo(page, page.getByLabel('Reason'));
  await page.keyboard.insertText('I am away on that day.');
  await tabTo(page, page.getByRole('button', { name: 'Cancel the booking' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Cancelled by you')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel the booking' })).toBeHidden();
  // The pressed button is gone, so focus moves to the heading of the history.
  await expect(page.getByRole('heading', { name: 'What happened' })).toBeFocused();
  // The list uses the calendar's time zone, not the browser's.
  await page.goto('/dashboard/bookings');
  await expect(page.getByText('Times of America/New_York')).toBeVisible();
  await expect(page.locator('time').filter({ hasText: /, 14:30 GMT-5$/ })).toBeVisible();
});

test('the owner edits availability', async ({ page, trouble }) => {
  trouble.announce(/status (of )?400/);
  await page.goto('/dashboard/calendar/availability');
  await waitForHydration(page);
  await page.getByRole('button', { name: 'Add hours to Saturday' }).click();
  await page.getByLabel('Saturday, part 1, from').fill('10:00');
  await page.getByLabel('Saturday, part 1, until').fill('09:00');
  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(page.getByText('This ends before it begins.')).toBeVisible();
  await expect(page.getByLabel('Saturday, part 1, from')).toHaveValue('10:00');
  await page.getByLabel('Saturday, part 1, until').fill('00:00');
  await page.getByRole('button', { name: 'Save hours' }).click();
  await expect(page.getByText('Your hours are saved.')).toBeVisible();
  const [row] = await site.query('select ranges from weekly_availability where weekday = 6');
  expect(row?.ranges).toEqual([{ startMinute: 600, endMinute: 1440 }]);

  await page.getByLabel('First day').fill(nextMonday());
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('The days are set apart.')).toBeVisible();
  await page.getByRole('button', { name: /^Remove \d/ }).click();
  await expect(page.getByText('That day is as others of the week again.')).toBeVisible();
});
