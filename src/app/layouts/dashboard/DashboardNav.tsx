import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { User } from '#features/auth/contract.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { navGroups } from '#platform/pages/page-definitions.ts';
import { listNavItems, type NavItem } from './nav.ts';

function getAriaCurrent(path: string, pathname: string): 'page' | 'true' | undefined {
  if (path === pathname) return 'page';
  return path !== paths.dashboard && pathname.startsWith(`${path}/`) ? 'true' : undefined;
}

interface DashboardNavProps {
  role: User['role'];
  label: string;
  /** Number of unread messages in the inbox. */
  unread: number;
}

/** Dashboard pages by task that the role may open. */
export function DashboardNav({ role, label, unread }: DashboardNavProps) {
  const nav = useCurrentInView();
  const pages = listNavItems(role);
  const groups = navGroups
    .map(name => ({ name, pages: pages.filter(page => page.group === name) }))
    .filter(group => group.pages.length > 0);
  return (
    <nav ref={nav} aria-label={label}>
      {groups.map(group => (
        <section key={group.name} className="mt-6 first:mt-0">
          {group.name !== 'Overview' && <h2 className="meta px-3 pb-1.5 font-normal tracking-normal">{group.name}</h2>}
          <ul>
            {group.pages.map(page => (
              <li key={page.path}>
                <DashboardNavLink page={page} unread={page.path === dashboardPaths.inbox ? unread : 0} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

/** Scrolls the entry of the current page into view. */
function useCurrentInView() {
  const nav = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  const lastPathname = useRef('');
  useEffect(() => {
    if (lastPathname.current === pathname) return;
    lastPathname.current = pathname;
    const current = nav.current?.querySelector('[aria-current]');
    // A closed menu can't scroll.
    if (current?.checkVisibility()) current.scrollIntoView({ block: 'nearest' });
  }, [pathname]);
  return nav;
}

function DashboardNavLink({ page, unread }: { page: NavItem; unread: number }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={page.path}
      aria-current={getAriaCurrent(page.path, pathname)}
      className="flex min-h-11 items-center gap-3 rounded-control px-3 font-display text-small font-medium text-ink-soft no-underline hover:bg-raised hover:text-ink aria-[current]:bg-accent-wash aria-[current]:text-ink forced-colors:aria-[current]:outline-2 forced-colors:aria-[current]:-outline-offset-2 forced-colors:aria-[current]:outline-[Highlight]"
    >
      <page.icon className="size-4.5 shrink-0" aria-hidden="true" />
      {page.label}
      {unread > 0 && (
        <span className="ml-auto min-w-6 rounded-full bg-accent px-1.5 text-center font-mono text-[0.75rem]/5 font-semibold text-on-accent tabular-nums">
          {unread > 99 ? '99+' : unread}
          <span className="sr-only"> unread</span>
        </span>
      )}
    </Link>
  );
}
