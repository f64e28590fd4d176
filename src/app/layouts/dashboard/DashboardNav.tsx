import { Link, useLocation } from 'react-router';
import type { User } from '#features/accounts/contract.ts';
import { paths } from '#shared/paths.ts';
import { type DashboardPage, pageGroups, pagesFor } from './dashboard-pages.ts';

function currentFor(path: string, pathname: string): 'page' | 'true' | undefined {
  if (path === pathname) return 'page';
  return path !== paths.dashboard && pathname.startsWith(`${path}/`) ? 'true' : undefined;
}

/** The dashboard's pages by task, as far as somebody may open them. */
export function DashboardNav({ role, label }: { role: User['role']; label: string }) {
  const pages = pagesFor(role);
  const groups = pageGroups
    .map(name => ({ name, pages: pages.filter(page => page.group === name) }))
    .filter(group => group.pages.length > 0);
  return (
    <nav aria-label={label}>
      {groups.map(group => (
        <section key={group.name} className="mt-6 first:mt-0">
          {group.name !== 'Overview' && <h2 className="meta px-3 pb-1.5 font-normal tracking-normal">{group.name}</h2>}
          <ul>
            {group.pages.map(page => (
              <li key={page.path}>
                <PageLink page={page} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </nav>
  );
}

function PageLink({ page }: { page: DashboardPage }) {
  const { pathname } = useLocation();
  return (
    <Link
      to={page.path}
      aria-current={currentFor(page.path, pathname)}
      className="flex min-h-11 items-center gap-3 rounded-control px-3 font-display text-small font-medium text-ink-soft no-underline hover:bg-raised hover:text-ink aria-[current]:bg-accent-wash aria-[current]:text-ink"
    >
      <page.icon className="size-4.5 shrink-0" aria-hidden="true" />
      {page.label}
    </Link>
  );
}
