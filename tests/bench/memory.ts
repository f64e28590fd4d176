import { setTimeout as delay } from 'node:timers/promises';
import { openDatabases } from './databases.ts';
import { load } from './load.ts';
import { databaseProcesses, memoryBytes } from './processes.ts';
import { listPosts, samplePages, startSite } from './site.ts';
import type { Row } from './table.ts';

const SECONDS = 6;
const MEGABYTE = 1024 * 1024;

/**
 * Measures the memory of the site and the database during a load of pages, lists and uncached pages, with 10,000 posts.
 * Shared memory counts once. Linux only.
 */
export async function measureMemory(dataDir: string): Promise<Row[]> {
  if (process.platform !== 'linux') return [{ measure: 'Memory', figure: 'Linux only', goal: '', met: null }];
  const databases = await openDatabases(dataDir);
  try {
    const site = await startSite({ dataDir, databaseUrl: await databases.withPosts(10_000) });
    try {
      const use = () => ({ site: memoryBytes([site.pid]), database: memoryBytes(databaseProcesses(dataDir)) });
      const { post } = await samplePages(site.url);
      const before = use();
      for (const path of ['/', '/blogs', post, '/api/v1/blogs?pageSize=12', '/api/v1/blogs?search=sourdough']) {
        await load(site, path, SECONDS, { 'accept-encoding': 'br' });
      }
      await crawl(site.url);
      const atEnd = use();
      await delay(5000);
      return [
        row('before the load', before),
        row('at the end of the load', atEnd),
        row('5 s after the load', use(), 250),
      ];
    } finally {
      await site.stop();
    }
  } finally {
    await databases.close();
  }
}

/** Requests two hundred posts once each, to fill the page cache. */
async function crawl(url: string): Promise<void> {
  for (const page of [1, 2, 3, 4]) {
    for (const { slug } of await listPosts(url, page)) await (await fetch(`${url}/blog/${slug}`)).arrayBuffer();
  }
}

function row(when: string, use: { site: number; database: number }, goal?: number): Row {
  const [site, database, both] = [use.site, use.database, use.site + use.database].map(bytes => bytes / MEGABYTE) as [
    number,
    number,
    number,
  ];
  return {
    measure: `Memory ${when}`,
    figure: `${both.toFixed(0)} MB (site ${site.toFixed(0)}, database ${database.toFixed(0)})`,
    goal: goal ? `< ${goal} MB` : '',
    met: goal ? both < goal : null,
  };
}
