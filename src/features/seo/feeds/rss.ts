import { filePaths, paths } from '#shared/paths.ts';
import type { Feed, FeedEntry } from './feed.ts';
import { xml, xmlDocument, type Xml } from './xml.ts';

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
${feed.entries.map(writeItem)}</channel>
</rss>`);
}

function writeItem(entry: FeedEntry): Xml {
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
