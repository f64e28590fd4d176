import type { FeedPost } from '#features/blog/index.ts';
import { paths, pictureFile } from '#shared/paths.ts';

/** A post in the feeds; all URLs are absolute. */
export interface FeedEntry {
  /** Stable if the URL changes. */
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  readonly author: string;
  /** Category first, then tags. */
  readonly categories: readonly string[];
  /** ISO 8601. */
  readonly publishedAt: string;
  readonly updatedAt: string;
  readonly picture?: { readonly url: string; readonly alt: string; readonly width: number; readonly height: number };
}

/** Common source of the three feed formats. */
export interface Feed {
  readonly title: string;
  readonly description: string;
  readonly siteUrl: string;
  readonly author: string;
  readonly updatedAt: string;
  /** Newest first. */
  readonly entries: readonly FeedEntry[];
}

const COVER_WIDTH = 1200;

/** Creates a feed from the newest posts. */
export function createFeed(
  profile: { name: string; headline: string },
  posts: readonly FeedPost[],
  siteUrl: string,
): Feed {
  const entries = posts.map(post => toEntry(post, siteUrl));
  const changes = entries.map(entry => entry.updatedAt).toSorted();
  return {
    title: `${profile.name}, Blog`,
    description: profile.headline,
    siteUrl,
    author: profile.name,
    updatedAt: changes.at(-1) ?? new Date(0).toISOString(),
    entries,
  };
}

function toEntry(post: FeedPost, siteUrl: string): FeedEntry {
  const url = siteUrl + paths.post(post.slug);
  const { cover } = post;
  const width = cover ? Math.min(cover.width, COVER_WIDTH) : 0;
  return {
    id: siteUrl + paths.post(post.feedSlug),
    url,
    title: post.title,
    summary: post.description,
    html: toFeedHtml(post.html, url),
    author: post.author.name,
    categories: [...new Set([post.category, ...post.tags])],
    publishedAt: post.publishedAt,
    updatedAt: post.updatedAt,
    ...(cover && {
      picture: {
        url: siteUrl + pictureFile(cover.id, COVER_WIDTH, 'webp'),
        alt: post.coverAlt,
        width,
        height: Math.round((cover.height * width) / cover.width),
      },
    }),
  };
}

/** A start tag with quoted or unquoted attributes. Rendered text always escapes `<`, so this matches only tags. */
const START_TAG = /<[a-z][\w-]*(?:\s+[^\s"'=<>/]+(?:="[^"]*"|='[^']*'|=[^\s"'=<>]+)?)*\s*\/?>/gi;

/**
 * Converts a post's HTML for feed readers: makes URLs absolute, and removes what works only on the page (copy buttons,
 * highlighting and card spans, tab stops, picture sizes).
 */
export function toFeedHtml(html: string, postUrl: string): string {
  return html
    .replace(/<button\b[^<>]*>[^<]*<\/button>/g, '')
    .replace(/<\/?(?:span|picture|source)\b[^<>]*>/g, '')
    .replace(START_TAG, tag =>
      tag
        .replace(/\s(?:class|tabindex|role|aria-[a-z]+|data-[a-z-]+)="[^"]*"/g, '')
        .replace(/\s(href|src)="([^"]*)"/g, (whole, name: string, address: string) => {
          const absolute = URL.parse(address, postUrl);
          return absolute ? ` ${name}="${absolute.href.replaceAll('"', '%22')}"` : whole;
        }),
    );
}
