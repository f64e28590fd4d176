import { paths } from '#shared/paths.ts';

/** Where links in texts name a path of the blog. */
const LINK = /(\]\(<?|^\[[^\]\n]+\]:[ \t]*<?|\bhref=["'])(\/blog\/[^\s()<>"'#?]+)/gm;

/** Returns the paths that posts were linked by in their archive and the ones they have, where those differ. */
export function movedLinks(
  posts: readonly { readonly asked: readonly string[]; readonly slug: string }[],
): ReadonlyMap<string, string> {
  const moved = new Map<string, string>();
  for (const { asked, slug } of posts) {
    for (const wish of asked) {
      const from = paths.post(wish);
      if (wish !== '' && wish !== slug && !moved.has(from)) moved.set(from, paths.post(slug));
    }
  }
  // A post that has the slug it asked for keeps the links to it.
  for (const { asked, slug } of posts) if (asked.includes(slug)) moved.delete(paths.post(slug));
  return moved;
}

/** Leads the links of a text to the posts' actual paths. */
export function withMovedLinks(markdown: string, moved: ReadonlyMap<string, string>): string {
  if (moved.size === 0) return markdown;
  return markdown.replaceAll(LINK, (whole, before: string, path: string) => {
    const to = moved.get(encoded(path));
    return to === undefined ? whole : before + to;
  });
}

/** The path as `paths.post` writes it. */
function encoded(path: string): string {
  try {
    return paths.post(decodeURIComponent(path.slice(paths.post('').length).replace(/\/$/, '')));
  } catch {
    return path;
  }
}
