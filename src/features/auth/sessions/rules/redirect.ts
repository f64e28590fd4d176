import { paths } from '#shared/paths.ts';

/**
 * Where somebody goes after signing in: the page that asked for it, when `next` is a page of this site, else the
 * dashboard. A text that a browser could read as another host's address is none (open redirect, CWE-601).
 */
export function getSafeRedirectPath(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return paths.dashboard;
  const { origin, pathname, search } = new URL(next, 'https://site.invalid');
  if (origin !== 'https://site.invalid' || pathname.startsWith('//')) return paths.dashboard;
  const leadsBack = [paths.login, paths.twoFactor, paths.register].some(page => pathname === page);
  return leadsBack ? paths.dashboard : pathname + search;
}
