import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import type { User } from '#features/auth/contract.ts';
import { TabLinks } from '#ui/TabLinks.tsx';
import { listTabs } from './nav.ts';

/** The tabs of the current menu entry, if it has several. */
export function DashboardTabs({ role }: { role: User['role'] }) {
  const { pathname } = useLocation();
  const tabs = listTabs(role, pathname);
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    bar.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' });
    // The current tab changes with the path.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [pathname]);
  if (tabs.length === 0) return null;
  return (
    <div ref={bar} className="frame pt-4 lg:pt-6">
      <TabLinks
        label={tabs[0]?.menu ?? ''}
        className=""
        tabs={tabs.map(tab => ({
          label: tab.label,
          to: tab.path,
          isCurrent: tab.path === pathname,
        }))}
        arePages
      />
    </div>
  );
}
