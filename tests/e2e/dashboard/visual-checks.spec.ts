import { listContrastViolations, listAxeViolations } from '../support/audits.ts';
import { checkAppearance, setTheme } from '../support/visual-checks.ts';
import { expect, waitForHydration, testOnOwnSite, site, type TestUser } from '../support/test.ts';

const test = testOnOwnSite();

let owner: TestUser;
let member: TestUser;
const MAIL = '3f0e8a52-6a0b-4c7e-9d0f-2f6f0a1b2c3d';
const BOOKING = 1207;
test.beforeAll(async () => {
  owner = await site.addOwner();
  member = await site.addMember('Wilhelmina Featherstonehaugh-Cholmondeley of Upper Marjoribanks');
  for (let number = 10; number < 40; number++) await site.add({ name: `Person ${number}`, daysAgo: number });
  await site.query(`update users set disabled_at = now() where name = 'Person 11'`);
  await site.query(
    `insert into emails (id, to_name, to_email, template, subject, html, text, contains_secret, state, attempts, last_error, created_at)
    values ($1, 'Grace', 'grace@site.example', 'account_disabled', 'Your account was disabled', '<html lang="en"><head><title>A mail</title></head><body><main><h1>Hello</h1></main></body></html>', 'Hello', false, 'failed', 5, '550 No such mailbox', now())`,
    [MAIL],
  );
  await site.query(
    `insert into security_events (occurred_at, type, email, actor_email, ip, user_agent, detail)
    values (now(), 'role_changed', $1, $2, '2001:db8:85a3:8d3:1319:8a2e:370:7348', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'member → author')`,
    [member.email, owner.email],
  );
  await site.query(
    `insert into insights_daily_stats (day, dimension, value, views, visitors)
    select current_date - ago, dimension, value, 40 + ago, 20 + ago from generate_series(0, 40) ago, (values ('total', ''),
      ('page', '/'), ('page', '/blog/a-title-that-is-far-too-long-for-one-line-of-a-list-on-any-screen'), ('source', ''),
      ('country', 'DE'), ('device', 'phone'), ('funnel_step', 'viewed_pricing')) as counted (dimension, value)`,
  );
  await site.query(
    `insert into insights_web_vitals (day, page_group, metric, bucket, count)
    values (current_date, 'home', 'lcp', 20, 9), (current_date, 'project', 'lcp', 70, 9), (current_date, 'home', 'inp', 60, 3)`,
  );
  await site.query(
    `with said as (select current_timestamp + interval '1 hour' as starts_at, current_timestamp + interval '3 hours' as ends_at)
    insert into bookings (id, state, title, duration_minutes, starts_at, ends_at, blocked_from, blocked_until, booked_by, client_name, client_email, notes, time_zone, total, unit_price, tax, currency, created_at, updated_at)
    overriding system value
    select $1, 'confirmed', 'What the harbor’s booking system should become', 120, starts_at, ends_at, starts_at, ends_at, 'owner', $2, $3,
      'Tide tables.', 'Pacific/Auckland', 0, 0, '{"behavior":"inclusive","name":"Tax","basisPoints":0}', 'USD', now(), now() from said`,
    [BOOKING, member.name, member.email],
  );
  await site.query(
    `insert into booking_events (booking_id, transition, to_state, actor, occurred_at) values ($1, 'create', 'confirmed', 'owner', now())`,
    [BOOKING],
  );
  await site.query(
    `insert into external_calendars (name, encrypted_url, host, next_attempt_at, last_attempt_at, last_error, failure_count, created_at)
    values ('A calendar of the whole family and its friends', 'sealed', 'calendar.a-host-with-a-long-name.example', now() + interval '1 day', now(), 'The address answers 404.', 3, now())`,
  );
});

const pages = [
  ['home', '/dashboard', 200, 'owner'],
  ['all users', '/dashboard/all-users', 200, 'owner'],
  ['nobody found', '/dashboard/all-users?search=zzz', 200, 'owner'],
  ['security log', '/dashboard/security-log', 200, 'owner'],
  ['insights', '/dashboard/insights', 200, 'owner'],
  ['bookings', '/dashboard/bookings', 200, 'owner'],
  ['a booking', `/dashboard/bookings/${BOOKING}`, 200, 'owner'],
  ['calendar', '/dashboard/calendar', 200, 'owner'],
  ['availability', '/dashboard/calendar/availability', 200, 'owner'],
  ['other calendars', '/dashboard/calendar/other-calendars', 200, 'owner'],
  ['a booking by hand', '/dashboard/calendar/new', 200, 'owner'],
  ['outbox', '/dashboard/outbox', 200, 'owner'],
  ['a mail', `/dashboard/outbox/${MAIL}`, 200, 'owner'],
  ['pricing', '/dashboard/pricing', 200, 'owner'],
  ['what to add', '/dashboard/add-pricing', 200, 'owner'],
  ['a plan', '/dashboard/update-pricing/plan-elite', 200, 'owner'],
  ['payment terms', '/dashboard/update-pricing/terms', 200, 'owner'],
  ['no page', '/dashboard/no-such-page', 404, 'owner'],
  ['a member’s home', '/dashboard', 200, 'member'],
  ['the owner’s only', '/dashboard/all-users', 403, 'member'],
] as const;

for (const [name, path, status, who] of pages) {
  test(`${name}: both themes, phone to desktop`, async ({ page, context, trouble }) => {
    if (status !== 200) trouble.announce(new RegExp(`status (of )?${status}`));
    await site.signIn(context, who === 'owner' ? owner : member);
    expect((await page.goto(path))?.status()).toBe(status);
    await waitForHydration(page);
    await checkAppearance(page, name);
  });
}

test('command palette, row menu, columns and confirmation: both themes, phone and desktop', async ({
  page,
  context,
}) => {
  await site.signIn(context, owner);
  await page.goto('/dashboard/all-users');
  await waitForHydration(page);
  const look = async (what: string, except: string[] = []) => {
    expect.soft(await listAxeViolations(page, except), `${what}, dark`).toEqual([]);
    await setTheme(page, 'light');
    // The page below is checked in these colors separately.
    expect
      .soft(await listContrastViolations(page, '[role=dialog], dialog[open], :popover-open'), `${what}, light`)
      .toEqual([]);
    await setTheme(page, 'dark');
  };
  for (const width of [1440, 360]) {
    await page.setViewportSize({ width, height: 800 });
    await page.keyboard.press('Control+k');
    const palette = page.getByRole('dialog', { name: 'Search pages, actions, people and posts' });
    await expect(palette.getByRole('option').first()).toBeVisible();
    await look(`palette at ${width} px`);
    await page.keyboard.press('Escape');
    await expect(palette).toBeHidden();
    await page.getByRole('button', { name: 'Columns' }).click();
    await look(`columns at ${width} px`, ['target-size']);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Actions for Person 10' }).click();
    await expect(page.getByRole('button', { name: 'Make author' })).toBeInViewport({ ratio: 1 });
    // An open menu covers parts of the page below.
    await look(`menu at ${width} px`, ['target-size']);
    await page.getByRole('button', { name: 'Disable', exact: true }).click();
    await expect(page.getByRole('dialog', { name: 'Disable Person 10?' })).toBeVisible();
    await look(`question at ${width} px`);
    await page.keyboard.press('Escape');
  }
});
