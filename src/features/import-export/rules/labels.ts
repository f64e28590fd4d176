import type { ImportSummary } from '../contract/index.ts';

/** What sources are called. */
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
  documents: ['of the site’s own texts', 'of the site’s own texts'],
  pictures: ['new picture', 'new pictures'],
  redirects: ['redirect', 'redirects'],
} as const;
type Noun = keyof typeof nouns;

/** How many of something, in words. */
export const formatCount = (count: number, noun: Noun) => `${count} ${nouns[noun][count === 1 ? 0 : 1]}`;

/** How many of several things, without those of which there are none; `otherwise` where there is nothing at all. */
export function formatCounts(counts: Partial<Readonly<Record<Noun, number>>>, otherwise: string): string {
  const parts = (Object.keys(nouns) as Noun[]).flatMap(noun => {
    const count = counts[noun] ?? 0;
    return count > 0 ? [formatCount(count, noun)] : [];
  });
  if (parts.length === 0) return otherwise;
  return new Intl.ListFormat('en', { type: 'conjunction' }).format(parts);
}
