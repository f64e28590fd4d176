import { filePaths, paths } from '#shared/paths.ts';
import type { Feed, FeedEntry } from './feed.ts';
import { xml, xmlDocument, type Xml } from './xml.ts';

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
${feed.entries.map(writeEntry)}</feed>`);
}

function writeEntry(entry: FeedEntry): Xml {
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
