import { decoded } from '#features/redirects/rules/addresses.ts';
import { paths } from '#shared/paths.ts';

/** Links to blog paths in texts. */
const LINK = /(\]\(<?|^\[[^\]\n]+\]:[ \t]*<?|\bhref=["'])(\/blog\/[^\s()<>"'#?]+)/gm;

/** Maps the paths of posts in their archive to their current ones, if different. */
export function movedLinks(
  posts: readonly { readonly oldSlugs: readonly string[]; readonly slug: string }[],
): ReadonlyMap<string, string> {
  const moved = new Map<string, string>();
  for (const { oldSlugs, slug } of posts) {
    for (const oldSlug of oldSlugs) {
      const from = paths.post(oldSlug);
      if (oldSlug !== '' && oldSlug !== slug && !moved.has(from)) moved.set(from, paths.post(slug));
    }
  }
  // Links to a post that got its requested slug stay unchanged.
  for (const { oldSlugs, slug } of posts) if (oldSlugs.includes(slug)) moved.delete(paths.post(slug));
  return moved;
}

/** Updates links in a text to the posts' current paths. */
export function withMovedLinks(markdown: string, moved: ReadonlyMap<string, string>): string {
  if (moved.size === 0) return markdown;
  return markdown.replaceAll(LINK, (whole, before: string, path: string) => {
    const to = moved.get(encoded(path));
    return to === undefined ? whole : before + to;
  });
}

/** Returns the path as `paths.post` encodes it. */
const encoded = (path: string) => paths.post(decoded(path.slice(paths.post('').length).replace(/\/$/, '')));
