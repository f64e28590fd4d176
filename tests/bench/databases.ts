import { Client } from 'pg';
import { startEmbeddedPostgres } from '#platform/database/embedded.ts';
import { startSite } from './site.ts';

/** Blogs of several sizes beside the site's own database, on the server that the site brings along. */
export interface Databases {
  /** The address of a database with the sample content and copies of its posts, `posts` in all. */
  withPosts(posts: number): Promise<string>;
  close(): Promise<void>;
}

export async function openDatabases(dataDir: string): Promise<Databases> {
  const server = await startEmbeddedPostgres({ dataDir, notice: () => {} });
  return {
    async withPosts(posts) {
      const name = `posts_${posts}`;
      const address = server.connectionString.replace('/freehold?', `/${name}?`);
      const exists = await ask<{ found: boolean }>(
        server.connectionString,
        `select exists (select 1 from pg_database where datname = '${name}') as found`,
      );
      if (exists[0]?.found) return address;
      await ask(server.connectionString, `create database ${name}`);
      const site = await startSite({ dataDir, databaseUrl: address });
      await site.stop();
      await ask(address, copies(posts));
      // What autovacuum would have done a minute later.
      await ask(address, 'vacuum analyze');
      return address;
    },
    close: () => server.stop(),
  };
}

async function ask<Found extends object>(connectionString: string, sql: string): Promise<Found[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Found>(sql)).rows;
  } finally {
    await client.end();
  }
}

/** Copies the posts in turns until there are so many: each with an address, a title and a date of its own. */
function copies(posts: number): string {
  return `
    insert into posts (slug, title, description, category, tags, author_id, cover_id, cover_alt, markdown, html,
      headings, words, likes, comment_count, status, published_at, updated_at)
    select slug || '-' || n, title || ' ' || n, description, category, tags, author_id, cover_id, cover_alt, markdown,
      html, headings, words, (n * 7919) % 500, (n * 104729) % 40, 'published', newest - n * interval '5 hours', updated_at
    from (select *, row_number() over (order by id) as place, count(*) over () as samples,
        max(published_at) over () as newest from posts) as sample,
      generate_series(1, ${posts}) as n
    where (n - 1) % samples + 1 = place and n <= ${posts} - samples`;
}
