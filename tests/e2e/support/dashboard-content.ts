import sharp from 'sharp';
import type { SiteApi } from './api-client.ts';
import { site, type TestUser } from './test.ts';

/** A long text without a space where it could wrap. */
export const LONG = 'a-name-that-goes-on-and-on-without-any-blank-in-it-as-addresses-do-when-nobody-shortens-them';

const MARKDOWN = `Twice a day it *rises*.\n\n## How it is read\n\n| Day | High |\n|---|---|\n| Monday | 4.1 m |\n\n> [!NOTE]\n> Above chart datum.\n\n\`\`\`ts\nconst next = tides.find(tide => tide.at > now);\n\`\`\`\n\n- [x] Read\n\n${LONG}\n`;

const EMAIL_ID = '3f0e8a52-6a0b-4c7e-9d0f-2f6f0a1b2c3d';
const BOOKING_ID = 1207;

/** Entries of the dashboard, with long values wherever users enter text. */
export interface DashboardContent {
  readonly emailId: string;
  readonly bookingId: number;
  readonly postId: string;
  readonly postTitle: string;
  readonly projectId: string;
  /** Paths of the previews for people without an account. */
  readonly sharedPreviews: readonly string[];
}

/** Fills a site's dashboard. Deletes repeated rows of the sample content, because axe checks every row. */
export async function seedDashboard(api: SiteApi, owner: TestUser, member: TestUser): Promise<DashboardContent> {
  await deleteSampleRows();
  await seedUsers(owner, member);
  await seedInsights();
  await seedBooking(member);
  return { emailId: EMAIL_ID, bookingId: BOOKING_ID, ...(await seedEntries(api)) };
}

async function deleteSampleRows(): Promise<void> {
  for (const table of ['services', 'custom_package_details', 'specialized_services', 'consultation_features']) {
    await site.query(`delete from ${table} where id not in (select id from ${table} order by position limit 2)`);
  }
  for (const [table, limit] of [
    ['posts', 3],
    ['projects', 3],
    ['comments', 1],
  ] as const) {
    await site.query(`delete from ${table} where id not in (select id from ${table} order by id limit ${limit})`);
  }
}

/** Adds users for two pages, the second one short. */
async function seedUsers(owner: TestUser, member: TestUser): Promise<void> {
  for (let number = 10; number < 40; number++) await site.add({ name: `Person ${number}`, daysAgo: number });
  await site.query(`update users set disabled_at = now() where name = 'Person 38'`);
  await site.query(
    `insert into emails (id, to_name, to_email, template, subject, html, text, contains_secret, state, attempts, last_error, created_at)
    values ($1, 'Grace', 'grace@site.example', 'account_disabled', 'Your account was disabled', '<html lang="en"><head><title>A mail</title></head><body><main><h1>Hello</h1></main></body></html>', 'Hello', false, 'failed', 5, '550 No such mailbox', now())`,
    [EMAIL_ID],
  );
  await site.query(
    `insert into security_events (occurred_at, type, email, actor_email, ip, user_agent, detail)
    values (now(), 'role_changed', $1, $2, '2001:db8:85a3:8d3:1319:8a2e:370:7348', 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36', 'member → author')`,
    [member.email, owner.email],
  );
}

async function seedInsights(): Promise<void> {
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
}

async function seedBooking(member: TestUser): Promise<void> {
  await site.query(
    `with said as (select current_timestamp + interval '1 hour' as starts_at, current_timestamp + interval '3 hours' as ends_at)
    insert into bookings (id, state, title, duration_minutes, starts_at, ends_at, blocked_from, blocked_until, booked_by, client_name, client_email, notes, time_zone, total, unit_price, tax, currency, created_at, updated_at)
    overriding system value
    select $1, 'confirmed', 'What the harbor’s booking system should become', 120, starts_at, ends_at, starts_at, ends_at, 'owner', $2, $3,
      'Tide tables.', 'Pacific/Auckland', 0, 0, '{"behavior":"inclusive","name":"Tax","basisPoints":0}', 'USD', now(), now() from said`,
    [BOOKING_ID, member.name, member.email],
  );
  await site.query(
    `insert into booking_events (booking_id, transition, to_state, actor, occurred_at) values ($1, 'create', 'confirmed', 'owner', now())`,
    [BOOKING_ID],
  );
  await site.query(
    `insert into external_calendars (name, encrypted_url, host, next_attempt_at, last_attempt_at, last_error, failure_count, created_at)
    values ('A calendar of the whole family and its friends', 'sealed', 'calendar.a-host-with-a-long-name.example', now() + interval '1 day', now(), 'The address answers 404.', 3, now())`,
  );
}

/** Publishes a post with unpublished changes and comments, drafts a project, and shares both. */
async function seedEntries(api: SiteApi) {
  const reader = await site.addMember('Grace Murray');
  const ground = { width: 900, height: 600, channels: 3, background: '#35a' } as const;
  const png = await sharp({ create: ground }).png().toBuffer();
  const { id: pictureId } = await api('POST', `/media/pictures?name=${LONG}.png`, png, 'image/png');
  const cover = { coverImageId: pictureId, coverAlt: 'A tide gauge' };
  const postTitle = `Reading a tide table ${LONG}`.slice(0, 150);
  const post = { title: postTitle, description: 'Times.', markdown: MARKDOWN, ...cover };
  const { id: postId } = await api('POST', '/blogs', post);
  const { version } = await api('POST', `/blogs/${postId}/transitions`, { transition: 'publish' });
  await api('PUT', `/blogs/${postId}`, { version, markdown: `${MARKDOWN}\nMore.` });
  const { id: projectId } = await api('POST', '/projects', {
    title: 'Tide tables',
    summary: 'Shows when the water is high.',
    markdown: MARKDOWN,
    ...cover,
    link: `https://tides.example/${LONG}`,
    gallery: [{ pictureId, alt: 'A view', caption: LONG }],
  });
  await site.query(
    `insert into comments (post_id, author_id, body, state) values ($1, $2, $3, 'pending'), ($1, $2, 'Fine.', 'published')`,
    [postId, reader.id, `See https://a.example/${LONG}`],
  );
  const shared = [`/blogs/${postId}`, `/projects/${projectId}`].map(entry => api('PUT', `${entry}/preview-link`));
  const sharedPreviews = (await Promise.all(shared)).map(({ path }) => path);
  return { postId, postTitle, projectId, sharedPreviews };
}
