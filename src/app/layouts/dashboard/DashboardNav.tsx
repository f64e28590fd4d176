import { memo, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import type { User } from '#features/auth/contract.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { findMenu, listMenuBlocks, type MenuEntry } from './nav.ts';

/** Returns `page` for an entry's own pages and `true` for other pages that belong to it. */
function getAriaCurrent({ pages }: MenuEntry, pathname: string): 'page' | 'true' | undefined {
  if (pages.some(({ path }) => path === pathname)) return 'page';
  return pages[0]?.menu === findMenu(pathname) ? 'true' : undefined;
}

interface DashboardNavProps {
  role: User['role'];
  label: string;
  /** Number of unread messages in the inbox. */
  unread: number;
}

/** The menu entries that the role may open. */
export const DashboardNav = memo(function DashboardNav({ role, label, unread }: DashboardNavProps) {
  const nav = useCurrentInView();
  return (
    <nav ref={nav} aria-label={label}>
      {listMenuBlocks(role).map(entries => (
        <ul key={entries[0]?.label} className="mt-5 first:mt-0 lg:not-first:mt-3">
          {entries.map(entry => (
            <li key={entry.label}>
              <DashboardNavLink
                entry={entry}
                unread={entry.pages.some(({ path }) => path === dashboardPaths.inbox) ? unread : 0}
              />
            </li>
          ))}
        </ul>
      ))}
    </nav>
  );
});

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

function DashboardNavLink({ entry, unread }: { entry: MenuEntry; unread: number }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={entry.pages[0]?.path ?? paths.dashboard}
      aria-current={getAriaCurrent(entry, pathname)}
      className="flex min-h-11 items-center gap-3 lg:pointer-fine:min-h-9 rounded-control px-3 font-display text-small font-medium text-ink-soft no-underline hover:bg-raised hover:text-ink aria-[current]:bg-accent-wash aria-[current]:text-ink"
    >
      <entry.icon className="size-4.5 shrink-0" aria-hidden="true" />
      {entry.label}
      {unread > 0 && (
        <span className="ml-auto min-w-6 rounded-full bg-accent px-1.5 text-center font-mono text-[0.75rem]/5 font-semibold text-on-accent tabular-nums">
          {unread > 99 ? '99+' : unread}
          <span className="sr-only"> unread</span>
        </span>
      )}
    </Link>
  );
}
