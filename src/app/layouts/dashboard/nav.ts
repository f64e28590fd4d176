import type { User } from '#features/auth/contract.ts';
import { type DashboardPage, type NavEntry, navGroups, type PagePart } from '#platform/pages/page-definitions.ts';
import { isPart } from '#platform/pages/page-registry.ts';
import { dashboardPages } from '../../dashboard-pages.ts';

/** An entry of the menu and the command palette. */
export interface NavItem extends NavEntry {
  readonly path: string;
}

/** Returns the entries for a role in menu order. */
export function listNavItems(
  role: User['role'],
  pages: readonly (DashboardPage | PagePart)[] = dashboardPages,
): NavItem[] {
  return pages
    .flatMap(page => (isPart(page) || !page.nav ? [] : [{ path: page.path, ...page.nav }]))
    .filter(({ access }) => access === 'member' || role === 'owner')
    .toSorted((one, other) => rank(one) - rank(other));
}

const rank = ({ group, order }: NavEntry) => navGroups.indexOf(group) * 1000 + order;
