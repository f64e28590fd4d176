import { filePaths, paths } from '#shared/paths.ts';

/** Longest path that can be redirected, in characters. */
const MAX_PATH_LENGTH = 500;

/** Parameters by which WordPress names a page; others are ignored. */
const PAGE_PARAMETERS = ['p', 'page_id', 'attachment_id', 'cat', 'author', 'tag', 'm', 'feed'] as const;

/** Addresses that this site serves itself, so no redirect from them is ever used. */
const served = new Set<string>(
  [...Object.values(paths), ...Object.values(filePaths)].flatMap(path => (typeof path === 'string' ? [path] : [])),
);
const SERVED_BELOW = /^\/(?:api|assets|media|dashboard|dev|social|healthz|readyz)(?:\/|$)/;

/** Decodes percent-encoding; returns text with invalid encoding as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/**
 * Normalizes an old path for comparison: decoded, NFC, lower case, without a trailing slash, `index.html`, `index.php`
 * or `.html`. Undefined for a path that can't have a redirect.
 */
export function pathKey(path: string): string | undefined {
  const key = `/${path
    .split('/')
    .map(decoded)
    .join('/')
    .normalize('NFC')
    .toLowerCase()
    .split('/')
    .filter(Boolean)
    .join('/')}`
    .replace(/\/index\.(?:html?|php)$/, '')
    .replace(/(?<=[^/])\.html?$/, '');
  return key.length > MAX_PATH_LENGTH || /[\p{Cc}\p{Cs}]/u.test(key) ? undefined : key || '/';
}

/** Returns the path of the original picture for a resized one by Ghost or WordPress. */
export function originalPicture(path: string): string {
  return path
    .replace(/(content\/images\/)size\/w\d+(?:h\d+)?\/(?:format\/\w+\/)?/, '$1')
    .replace(/(wp-content\/uploads\/.+?)-\d{2,5}x\d{2,5}(\.\w+)$/, '$1$2');
}

/** Returns a list's path for one of its pages: `/tag/sea` for `/tag/sea/page/2`; `/page` for those of the home page. */
const listOf = (path: string) => path.replace(/^(\/page)\/?\d+$|\/page\/?\d+$/, '$1');

/** Returns the keys of the redirects that may answer a request, the most specific first. */
export function keysOf({ pathname, searchParams }: URL): string[] {
  const path = pathKey(pathname);
  if (path === undefined) return [];
  const withParameters = PAGE_PARAMETERS.flatMap(name => {
    const value = searchParams.get(name);
    const key = value && `${path}?${name}=${value.normalize('NFC').toLowerCase()}`;
    return key && key.length <= MAX_PATH_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(key) ? [key] : [];
  });
  // The home page always exists.
  return path === '/' ? withParameters : [...new Set([...withParameters, path, listOf(path), originalPicture(path)])];
}

/** Returns the target of a redirect, with the rest of the request's query unless the target is on another site. */
export function withQueryOf(target: string, requested: URL, key: string): string {
  if (!target.startsWith('/')) return target;
  const url = new URL(target, 'http://site');
  const omitted = new Set([/\?(\w+)=/.exec(key)?.[1], ...url.searchParams.keys()]);
  for (const [name, value] of requested.searchParams) if (!omitted.has(name)) url.searchParams.append(name, value);
  return url.pathname + url.search + url.hash;
}

/** The normalized input, or the problem with it. */
export type Checked<Value> = { readonly value: Value } | { readonly problem: string };

/** Checks the old address: a path on this site. */
export function checkFrom(typed: string, siteUrl: string): Checked<string> {
  const problem = 'Enter a path on this site that starts with a slash, such as /old-page.';
  if (/^\/[/\\]/.test(typed)) return { problem };
  const url = typed.startsWith('/') ? URL.parse(`http://site${typed}`) : URL.parse(typed);
  if (!url || !(typed.startsWith('/') || url.origin === siteUrl)) return { problem };
  const [key] = keysOf(url);
  if (key === undefined) {
    return pathKey(url.pathname) === '/'
      ? { problem: 'This is the home page, so the redirect would never be used.' }
      : { problem: 'This address is too long or contains invalid characters.' };
  }
  if (key.includes('*')) return { problem: 'Enter one complete address. Patterns with * aren’t supported.' };
  if (isServed(key)) return { problem: 'This site has a page at this address, so the redirect would never be used.' };
  return { value: key };
}

/** Returns whether this site itself serves an address, regardless of its content. */
export function isServed(key: string): boolean {
  const [path = ''] = key.split('?');
  // The home page with a parameter may be a page of WordPress.
  return (served.has(path) && !(path === '/' && key !== '/')) || SERVED_BELOW.test(path);
}

/** Matches paths below these, which depend on content. */
const HAS_CONTENT_BELOW = /^\/(?:blogs?|projects|order|preview)\//;

/** Returns whether an address of this site may have a page. */
export const mayHavePage = (key: string) => isServed(key) || key.startsWith('/?') || HAS_CONTENT_BELOW.test(key);

export interface TargetAddress {
  /** The path with query and fragment on this site, or the address elsewhere. */
  readonly address: string;
  /** Its key, if it is on this site. */
  readonly key: string | undefined;
}

/** Checks the new address: a path on this site, or a complete https address. */
export function checkTarget(typed: string, siteUrl: string): Checked<TargetAddress> {
  const problem = 'Enter a path on this site, such as /blog/new-post, or a full address that starts with https://.';
  const isPath = typed.startsWith('/');
  if (isPath && /^\/[/\\]/.test(typed)) return { problem };
  const url = isPath ? URL.parse(typed, siteUrl) : URL.parse(typed);
  if (!url || url.username || url.password) return { problem };
  if (url.origin !== siteUrl) {
    return isPath || url.protocol !== 'https:' ? { problem } : { value: { address: url.href, key: undefined } };
  }
  const key = keysOf(url)[0] ?? pathKey(url.pathname);
  if (key === undefined || /^\/[/\\]/.test(url.pathname)) return { problem };
  return { value: { address: url.pathname + url.search + url.hash, key } };
}

/** Returns the post or project that a path belongs to. */
export function itemAt(address: string): { readonly kind: 'post' | 'project'; readonly slug: string } | undefined {
  const [, section, slug] = /^\/(blog|projects)\/([^/?#]+)\/?$/.exec(address) ?? [];
  if (!section || !slug) return undefined;
  return { kind: section === 'blog' ? 'post' : 'project', slug: decoded(slug).normalize('NFC') };
}
