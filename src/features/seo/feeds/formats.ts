import { filePaths, paths } from '#shared/paths.ts';
import type { Feed, FeedEntry } from './feed.ts';
import { xml, xmlDocument, type Xml } from '#platform/text/xml.ts';

/** Formats an RSS 2.0 feed with full text (content module), authors (Dublin Core) and covers (Media RSS). */
export function formatRssFeed(feed: Feed): string {
  const home = feed.siteUrl + paths.blogs;
  return xmlDocument(xml`<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>${feed.title}</title>
<link>${home}</link>
<description>${asHtml(feed.description)}</description>
<language>en</language>
<lastBuildDate>${rfc822(feed.updatedAt)}</lastBuildDate>
<atom:link href="${feed.siteUrl + paths.rss}" rel="self" type="application/rss+xml"/>
<image><url>${feed.siteUrl + filePaths.icon192}</url><title>${feed.title}</title><link>${home}</link></image>
${feed.entries.map(writeRssItem)}</channel>
</rss>`);
}

function writeRssItem(entry: FeedEntry): Xml {
  const { picture } = entry;
  return xml`<item>
<title>${entry.title}</title>
<link>${entry.url}</link>
<guid isPermaLink="${String(entry.id === entry.url)}">${entry.id}</guid>
<pubDate>${rfc822(entry.publishedAt)}</pubDate>
<dc:creator>${entry.author}</dc:creator>
${entry.categories.map(category => xml`<category>${category}</category>`)}
<description>${asHtml(entry.summary)}</description>
${picture && xml`<media:content url="${picture.url}" type="image/webp" medium="image" width="${picture.width}" height="${picture.height}"><media:description type="plain">${picture.alt}</media:description></media:content>`}
<content:encoded>${entry.html}</content:encoded>
</item>
`;
}

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
  return xmlDocument(xml`<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="en">
<title>${feed.title}</title>
<subtitle>${feed.description}</subtitle>
<id>${feed.siteUrl + paths.blogs}</id>
<link rel="self" type="application/atom+xml" href="${feed.siteUrl + paths.atom}"/>
<link rel="alternate" type="text/html" href="${feed.siteUrl + paths.blogs}"/>
<updated>${feed.updatedAt}</updated>
<author><name>${feed.author}</name><uri>${feed.siteUrl + paths.home}</uri></author>
<icon>${feed.siteUrl + filePaths.icon192}</icon>
${feed.entries.map(writeAtomEntry)}</feed>`);
}

function writeAtomEntry(entry: FeedEntry): Xml {
  const { picture } = entry;
  return xml`<entry>
<title type="text">${entry.title}</title>
<id>${entry.id}</id>
<link rel="alternate" type="text/html" href="${entry.url}"/>
${picture && xml`<link rel="enclosure" type="image/webp" href="${picture.url}" title="${picture.alt}"/>`}
<published>${entry.publishedAt}</published>
<updated>${entry.updatedAt}</updated>
<author><name>${entry.author}</name></author>
${entry.categories.map(category => xml`<category term="${category}"/>`)}
<summary type="text">${entry.summary}</summary>
<content type="html">${entry.html}</content>
</entry>
`;
}

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
