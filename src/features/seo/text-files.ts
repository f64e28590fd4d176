import { listFeedPosts, listNewestPosts } from '#features/blog/queries/posts.ts';
import { getPricing } from '#features/pricing/queries/pricing.ts';
import { listNewestProjects } from '#features/projects/queries/projects.ts';
import { accentHues } from '#features/site/contract/options.ts';
import { getSiteContent } from '#features/site/queries.ts';
import type { Db } from '#platform/database/database.ts';
import { filePaths, paths } from '#shared/paths.ts';
import { darkOf } from './social-card/palette.ts';
import { writeAtom } from './feeds/atom.ts';
import { writeSitemaps } from './sitemaps.ts';
import { composeFeed, type Feed } from './feeds/feed.ts';
import { writeJsonFeed } from './feeds/json-feed.ts';
import { MOST_LISTED, writeLlmsText } from './feeds/llms-txt.ts';
import { writeRobots } from './feeds/robots.ts';
import { writeRss } from './feeds/rss.ts';
import { writeWebManifest } from './feeds/web-manifest.ts';

/** A text that the site offers to programs. */
export interface OfferedText {
  readonly path: string;
  readonly type: string;
  /** The features whose content is in it. */
  readonly tags: readonly string[];
  write(db: Db, siteUrl: string): Promise<string>;
}

/** Feeds have this many posts. */
const FEED_POSTS = 30;

export const offeredTexts: readonly OfferedText[] = [
  {
    path: filePaths.robots,
    type: 'text/plain; charset=utf-8',
    tags: [],
    write: async (_db, siteUrl) => writeRobots(siteUrl),
  },
  {
    path: filePaths.sitemap,
    type: 'application/xml; charset=utf-8',
    tags: ['blog', 'projects', 'site'],
    write: writeSitemaps,
  },
  feedText(paths.rss, 'application/rss+xml; charset=utf-8', writeRss),
  feedText(paths.atom, 'application/atom+xml; charset=utf-8', writeAtom),
  feedText(paths.jsonFeed, 'application/feed+json; charset=utf-8', writeJsonFeed),
  {
    path: filePaths.llms,
    type: 'text/plain; charset=utf-8',
    tags: ['blog', 'catalog', 'projects', 'site'],
    async write(db, siteUrl) {
      const [{ profile }, pricing, posts, projects] = await Promise.all([
        getSiteContent(db, ['profile']),
        getPricing(db),
        listNewestPosts(db, MOST_LISTED),
        listNewestProjects(db, MOST_LISTED),
      ]);
      return writeLlmsText({ siteUrl, profile, pricing, posts, projects });
    },
  },
  {
    path: filePaths.manifest,
    type: 'application/manifest+json',
    tags: ['site'],
    async write(db) {
      const { profile, appearance } = await getSiteContent(db, ['profile', 'appearance']);
      return writeWebManifest(profile, darkOf(accentHues[appearance.accent]));
    },
  },
];

function feedText(path: string, type: string, write: (feed: Feed) => string): OfferedText {
  return {
    path,
    type,
    tags: ['blog', 'site'],
    async write(db, siteUrl) {
      const [{ profile }, posts] = await Promise.all([getSiteContent(db, ['profile']), listFeedPosts(db, FEED_POSTS)]);
      return write(composeFeed(profile, posts, siteUrl));
    },
  };
}
