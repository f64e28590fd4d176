import { Client } from 'pg';
import { startEmbeddedPostgres } from '#platform/database/embedded.ts';
import { scaleRows, settleRows } from './scale-rows.ts';
import { startSite } from './site.ts';

/** Databases of several sizes on the PostgreSQL server that the site includes. */
export interface Databases {
  /** Returns the connection string of a database with the sample content and copies of its posts, `posts` in all. */
  withPosts(posts: number): Promise<string>;
  /** The same with the sample content only, and with an owner who is busy for a year. */
  withFullCalendar(): Promise<string>;
  /** The same with this many rows in each table that grows, and five times as many comments. */
  withRows(rows: number): Promise<string>;
  /** Returns the connection string of a new database, which the first start of a site fills. */
  empty(name: string): Promise<string>;
  close(): Promise<void>;
}

export async function openDatabases(dataDir: string): Promise<Databases> {
  const server = await startEmbeddedPostgres({ dataDir, onNotice: () => {} });
  /** Creates a database with the sample content and what `fill` adds to it, once. */
  async function prepare(name: string, fill: string): Promise<string> {
    const address = server.connectionString.replace('/freehold?', `/${name}?`);
    const exists = await query<{ found: boolean }>(
      server.connectionString,
      `select exists (select 1 from pg_database where datname = '${name}') as found`,
    );
    if (exists[0]?.found) return address;
    await query(server.connectionString, `create database ${name}`);
    const site = await startSite({ dataDir, databaseUrl: address });
    await site.stop();
    await query(address, fill);
    // Autovacuum would do this a minute later.
    await query(address, 'vacuum analyze');
    return address;
  }
  return {
    withPosts: posts => prepare(`posts_${posts}`, copies(posts)),
    withRows: rows => prepare(`rows_${rows}`, [...scaleRows(rows), settleRows].join(';')),
    withFullCalendar: () => prepare('full_calendar', FULL_CALENDAR),
    empty: async name => {
      await query(server.connectionString, `create database ${name}`);
      return server.connectionString.replace('/freehold?', `/${name}?`);
    },
    close: () => server.stop(),
  };
}

async function query<Found extends object>(connectionString: string, sql: string): Promise<Found[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Found>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Returns SQL that copies the posts until there are this many, each with its own slug, title and date. */
function copies(posts: number): string {
  return `
    insert into posts (slug, title, description, category, tags, author_id, cover_image_id, cover_alt, markdown, html,
      headings, word_count, likes, comment_count, status, published_at, updated_at)
    select slug || '-' || n, title || ' ' || n, description, category, tags, author_id, cover_image_id, cover_alt, markdown,
      html, headings, word_count, (n * 7919) % 500, (n * 104729) % 40, 'published', newest - n * interval '5 hours', updated_at
    from (select *, row_number() over (order by id) as place, count(*) over () as samples,
        max(published_at) over () as newest from posts) as sample,
      generate_series(1, ${posts}) as n
    where (n - 1) % samples + 1 = place and n <= ${posts} - samples`;
}

/** Two consultations a day for the sixty bookable days, and external calendars with twenty events a day for a year. */
const FULL_CALENDAR = `
  with days as (select current_date + n as day from generate_series(0, 60) as n),
    times as (select day + hour * interval '1 hour' as at from days, unnest(array[15, 19]) as hour)
  insert into bookings (state, option_id, title, duration_minutes, starts_at, ends_at, blocked_from, blocked_until, booked_by,
    client_name, client_email, time_zone, total, unit_price, tax, currency, created_at, updated_at)
  select 'confirmed', 'initial', 'Initial', 30, at, at + interval '30 minutes', at - interval '15 minutes',
    at + interval '45 minutes', 'client', 'Noor Haddad', 'noor@site.example', 'Asia/Kolkata', 5000, 5000,
    '{"behavior":"inclusive","name":"","basisPoints":0}', 'USD', at, at from times;
  insert into external_calendars (name, encrypted_url, host, next_attempt_at, created_at)
  select 'Calendar ' || n, '', 'calendar.example', '2999-01-01', now() from generate_series(1, 4) as n;
  insert into busy_times (external_calendar_id, starts_at, ends_at)
  select c.id, d + n * interval '3 hours', d + n * interval '3 hours' + interval '20 minutes'
  from external_calendars c, generate_series(current_date, current_date + 365, interval '1 day') d, generate_series(0, 4) n`;
