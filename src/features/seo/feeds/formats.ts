import { filePaths, paths } from '#shared/paths.ts';
import type { Feed, FeedEntry } from './feed.ts';
import { writeXml } from '#platform/text/write-xml.ts';

/** Formats an RSS 2.0 feed with full text (content module), authors (Dublin Core) and covers (Media RSS). */
export function formatRssFeed(feed: Feed): string {
  const home = feed.siteUrl + paths.blogs;
  return writeXml({
    rss: {
      '@version': '2.0',
      '@xmlns:atom': 'http://www.w3.org/2005/Atom',
      '@xmlns:content': 'http://purl.org/rss/1.0/modules/content/',
      '@xmlns:dc': 'http://purl.org/dc/elements/1.1/',
      '@xmlns:media': 'http://search.yahoo.com/mrss/',
      channel: {
        title: feed.title,
        link: home,
        description: asHtml(feed.description),
        language: 'en',
        lastBuildDate: rfc822(feed.updatedAt),
        'atom:link': { '@href': feed.siteUrl + paths.rss, '@rel': 'self', '@type': 'application/rss+xml' },
        image: { url: feed.siteUrl + filePaths.icon192, title: feed.title, link: home },
        item: feed.entries.map(toRssItem),
      },
    },
  });
}

const toRssItem = ({ id, url, picture, ...entry }: FeedEntry) => ({
  title: entry.title,
  link: url,
  guid: { '@isPermaLink': String(id === url), '#text': id },
  pubDate: rfc822(entry.publishedAt),
  'dc:creator': entry.author,
  category: entry.categories,
  description: asHtml(entry.summary),
  'media:content': picture && {
    '@url': picture.url,
    '@type': 'image/webp',
    '@medium': 'image',
    '@width': String(picture.width),
    '@height': String(picture.height),
    'media:description': { '@type': 'plain', '#text': picture.alt },
  },
  'content:encoded': entry.html,
});

/** Escapes text as HTML, which RSS expects in descriptions (RSS Best Practices Profile, “description”). */
function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
}

/** Formats a date by RFC 822 with a four-digit year, as RSS 2.0 requires. */
function rfc822(instant: string): string {
  return new Date(instant).toUTCString();
}

/** Formats an Atom feed (RFC 4287) with full text. */
export function formatAtomFeed(feed: Feed): string {
  const { siteUrl } = feed;
  return writeXml({
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      '@xml:lang': 'en',
      title: feed.title,
      subtitle: feed.description,
      id: siteUrl + paths.blogs,
      link: [
        { '@rel': 'self', '@type': 'application/atom+xml', '@href': siteUrl + paths.atom },
        { '@rel': 'alternate', '@type': 'text/html', '@href': siteUrl + paths.blogs },
      ],
      updated: feed.updatedAt,
      author: { name: feed.author, uri: siteUrl + paths.home },
      icon: siteUrl + filePaths.icon192,
      entry: feed.entries.map(toAtomEntry),
    },
  });
}

const toAtomEntry = ({ picture, ...entry }: FeedEntry) => ({
  title: { '@type': 'text', '#text': entry.title },
  id: entry.id,
  link: [
    { '@rel': 'alternate', '@type': 'text/html', '@href': entry.url },
    picture && { '@rel': 'enclosure', '@type': 'image/webp', '@href': picture.url, '@title': picture.alt },
  ],
  published: entry.publishedAt,
  updated: entry.updatedAt,
  author: { name: entry.author },
  category: entry.categories.map(category => ({ '@term': category })),
  summary: { '@type': 'text', '#text': entry.summary },
  content: { '@type': 'html', '#text': entry.html },
});

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
