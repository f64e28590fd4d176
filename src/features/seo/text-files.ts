import { listFeedPosts, listNewestPosts } from '#features/blog/index.ts';
import { getPricing } from '#features/pricing/index.ts';
import { listNewestProjects } from '#features/projects/index.ts';
import { postTags, projectTags } from '#features/publishing/index.ts';
import { accentHues } from '#features/site/contract/options.ts';
import { getSiteSections } from '#features/site/index.ts';
import { filePaths, paths } from '#shared/paths.ts';
import { createDarkPalette } from './social-card/palette.ts';
import { type SitemapSource, writeSitemaps } from './sitemaps.ts';
import { createFeed, type Feed } from './feeds/feed.ts';
import { createWebManifest, formatLlmsTxt, formatRobotsTxt, MAX_LISTED } from './feeds/guides.ts';
import { formatAtomFeed, formatJsonFeed, formatRssFeed } from './feeds/formats.ts';

/** A text file served to programs. */
export interface TextFile {
  readonly path: string;
  readonly type: string;
  /** Cache tags of its content. */
  readonly tags: readonly string[];
  readonly write: (source: SitemapSource) => Promise<string>;
}

/** Number of posts in feeds. */
const FEED_POSTS = 30;

export const textFiles: readonly TextFile[] = [
  {
    path: filePaths.robots,
    type: 'text/plain; charset=utf-8',
    tags: [],
    write: async ({ siteUrl }) => formatRobotsTxt(siteUrl),
  },
  {
    path: filePaths.sitemap,
    type: 'application/xml; charset=utf-8',
    tags: ['blog', postTags.list, 'projects', projectTags.list, 'site'],
    write: writeSitemaps,
  },
  feedText(paths.rss, 'application/rss+xml; charset=utf-8', formatRssFeed),
  feedText(paths.atom, 'application/atom+xml; charset=utf-8', formatAtomFeed),
  feedText(paths.jsonFeed, 'application/feed+json; charset=utf-8', formatJsonFeed),
  {
    path: filePaths.llms,
    type: 'text/plain; charset=utf-8',
    tags: ['blog', postTags.list, 'pricing', 'projects', projectTags.list, 'site'],
    async write({ db, siteUrl, pages }) {
      const [{ profile }, pricing, posts, projects] = await Promise.all([
        getSiteSections(db, ['profile']),
        getPricing(db),
        listNewestPosts(db, MAX_LISTED),
        listNewestProjects(db, MAX_LISTED),
      ]);
      return formatLlmsTxt({ siteUrl, pages, profile, pricing, posts, projects });
    },
  },
  {
    path: filePaths.manifest,
    type: 'application/manifest+json',
    tags: ['site'],
    async write({ db }) {
      const { profile, appearance } = await getSiteSections(db, ['profile', 'appearance']);
      return createWebManifest(profile, createDarkPalette(accentHues[appearance.accent]));
    },
  },
];

function feedText(path: string, type: string, write: (feed: Feed) => string): TextFile {
  return {
    path,
    type,
    tags: ['blog', postTags.list, 'site'],
    async write({ db, siteUrl }) {
      const [{ profile }, posts] = await Promise.all([getSiteSections(db, ['profile']), listFeedPosts(db, FEED_POSTS)]);
      return write(createFeed(profile, posts, siteUrl));
    },
  };
}
