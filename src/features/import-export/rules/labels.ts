import type { ImportPreview, ImportSummary } from '../contract/index.ts';

export const sourceLabels: Readonly<Record<ImportSummary['source'], string>> = {
  freehold: 'Freehold',
  ghost: 'Ghost',
  wordpress: 'WordPress',
  markdown: 'Markdown files',
};

const nouns = {
  posts: ['post', 'posts'],
  projects: ['project', 'projects'],
  comments: ['comment', 'comments'],
  siteSections: ['site section', 'site sections'],
  pictures: ['new image', 'new images'],
  redirects: ['redirect', 'redirects'],
  subscribers: ['subscriber', 'subscribers'],
} as const;
type Noun = keyof typeof nouns;

/** Formats a number with its noun. */
export const formatCount = (count: number, noun: Noun) =>
  `${count.toLocaleString('en')} ${nouns[noun][count === 1 ? 0 : 1]}`;

/** Formats several numbers with nouns, without zeros; returns `otherwise` if all are zero. */
export function formatCounts(counts: Partial<Readonly<Record<Noun, number>>>, otherwise: string): string {
  const parts = (Object.keys(nouns) as Noun[]).flatMap(noun => {
    const count = counts[noun] ?? 0;
    return count > 0 ? [formatCount(count, noun)] : [];
  });
  if (parts.length === 0) return otherwise;
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts);
}

/** Returns the numbers of an archive's items, for `formatCounts`. */
export function archiveCounts({ postCount, projectCount, commentCount, siteSectionCount }: ImportSummary) {
  return { posts: postCount, projects: projectCount, comments: commentCount, siteSections: siteSectionCount };
}

/** Returns the number of newsletter subscribers that an import adds or changes. */
export function countChangedSubscribers({ subscribers }: Pick<ImportPreview, 'subscribers'>): number {
  if (!subscribers) return 0;
  const { subscribed, pending, unsubscribed, blocked } = subscribers;
  return subscribed + pending + unsubscribed + blocked;
}

/** Returns the number of this site's sections that an import replaces. */
export const countReplacedSections = ({ options, siteSections }: Pick<ImportPreview, 'options' | 'siteSections'>) =>
  options.siteSections === 'replace' ? siteSections.filter(({ action }) => action === 'create').length : 0;
