import { paths } from '#shared/paths.ts';

/** Navigation shows an item once its page exists; the rest of the specification's items come with their pages. */
const existing = new Set<string>([paths.home, paths.about, paths.projects, paths.pricing, paths.blogs]);

export function pagesThatExist<Item extends { href: string }>(items: readonly Item[]): Item[] {
  return items.filter(item => existing.has(item.href));
}
