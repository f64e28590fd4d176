import { filePaths, paths } from '#shared/paths.ts';
import type { Feed } from './feed.ts';

/** Formats a JSON Feed 1.1 with full text. */
export function formatJsonFeed(feed: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: feed.title,
    description: feed.description,
    home_page_url: feed.siteUrl + paths.blogs,
    feed_url: feed.siteUrl + paths.jsonFeed,
    icon: feed.siteUrl + filePaths.icon512,
    favicon: feed.siteUrl + filePaths.icon192,
    language: 'en',
    authors: [{ name: feed.author, url: feed.siteUrl + paths.home }],
    items: feed.entries.map(entry => ({
      id: entry.id,
      url: entry.url,
      title: entry.title,
      summary: entry.summary,
      content_html: entry.html,
      ...(entry.picture && { image: entry.picture.url }),
      date_published: entry.publishedAt,
      date_modified: entry.updatedAt,
      authors: [{ name: entry.author }],
      tags: entry.categories,
    })),
  });
}
