import { paths } from '#shared/paths.ts';

/**
 * Returns the path to redirect to after sign-in: `next` if it is a path on this site, else the dashboard. Rejects
 * anything a browser could read as another host (open redirect, CWE-601).
 */
export function getSafeRedirectPath(next: string | null | undefined): string {
  if (!next || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return paths.dashboard;
  const { origin, pathname, search } = new URL(next, 'https://site.invalid');
  if (origin !== 'https://site.invalid' || pathname.startsWith('//')) return paths.dashboard;
  const leadsBack = [paths.login, paths.twoFactor, paths.register].some(page => pathname === page);
  return leadsBack ? paths.dashboard : pathname + search;
}

/** Returns the query parameter `next` for a path to redirect to; undefined for the dashboard, which is the default. */
export const toNextParam = (next: string) => (next === paths.dashboard ? undefined : next);
