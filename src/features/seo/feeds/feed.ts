import type { FeedPost } from '#features/blog/index.ts';
import { paths, pictureFile } from '#shared/paths.ts';

/** Common source of the three feed formats. */
export type Feed = ReturnType<typeof createFeed>;

export type FeedEntry = ReturnType<typeof toEntry>;

const COVER_WIDTH = 1200;

/** Creates a feed from the newest posts, newest first. */
export function createFeed(profile: { name: string; headline: string }, posts: readonly FeedPost[], siteUrl: string) {
  const entries = posts.map(post => toEntry(post, siteUrl));
  const changes = entries.map(entry => entry.updatedAt).toSorted();
  return {
    title: `${profile.name}’s blog`,
    description: profile.headline,
    siteUrl,
    author: profile.name,
    updatedAt: changes.at(-1) ?? new Date(0).toISOString(),
    entries,
  };
}

/** Returns a post for the feeds; all URLs are absolute, and times ISO 8601. */
function toEntry(post: FeedPost, siteUrl: string) {
  const url = siteUrl + paths.post(post.slug);
  const { cover } = post;
  const width = cover ? Math.min(cover.width, COVER_WIDTH) : 0;
  return {
    // Stable if the URL changes.
    id: siteUrl + paths.post(post.feedSlug),
    url,
    title: post.title,
    summary: post.description,
    html: toFeedHtml(post.html, url),
    author: post.author.name,
    categories: [...new Set([post.category, ...post.tags])],
    publishedAt: post.publishedAt,
    updatedAt: post.updatedAt,
    picture: cover
      ? {
          url: siteUrl + pictureFile(cover.id, COVER_WIDTH, 'webp'),
          alt: post.coverAlt,
          width,
          height: Math.round((cover.height * width) / cover.width),
        }
      : undefined,
  };
}

/** A start tag with quoted or unquoted attributes. Rendered text always escapes `<`, so this matches only tags. */
const START_TAG = /<[a-z][\w-]*(?:\s+[^\s"'=<>/]+(?:="[^"]*"|='[^']*'|=[^\s"'=<>]+)?)*\s*\/?>/gi;

/**
 * Converts a post's HTML for feed readers: makes URLs absolute, and removes parts that work only on the page (copy
 * buttons, highlighting and card spans, tab stops, picture sizes).
 */
export function toFeedHtml(html: string, postUrl: string): string {
  return html
    .replace(/<button\b[^<>]*>[^<]*<\/button>/g, '')
    .replace(/<\/?(?:span|picture|source)\b[^<>]*>/g, '')
    .replace(START_TAG, tag =>
      tag
        .replace(/\s(?:class|tabindex|role|aria-[a-z]+|data-[a-z-]+)="[^"]*"/g, '')
        .replace(/\s(href|src)="([^"]*)"/g, (attribute, name: string, value: string) => {
          const absolute = URL.parse(value, postUrl);
          return absolute ? ` ${name}="${absolute.href.replaceAll('"', '%22')}"` : attribute;
        }),
    );
}
