import type { LucideIcon } from 'lucide-react';
import { use } from 'react';
import Settings from 'lucide-react/icons/settings';
import Wallet from 'lucide-react/icons/wallet';
import { matchPath, matchRoutes, type Params, RouterContextProvider } from 'react-router';
import type { User } from '#features/auth/contract.ts';
import type { DashboardPage, NavEntry, PagePart } from '#platform/pages/page-definitions.ts';
import { CachedApiContext } from '#platform/pages/api-hooks.ts';
import { apiContext } from '#platform/pages/loader.ts';
import { isPart } from '#platform/pages/page-registry.ts';
import type { Api } from '#shared/api.ts';
import { paths } from '#shared/paths.ts';
import { dashboardPages } from '../../dashboard-pages.ts';

/** The entries of the menu in order, in blocks with space between them. */
const menuBlocks: readonly (readonly string[])[] = [
  ['Home'],
  ['Posts', 'Projects', 'Media', 'Site'],
  ['Inbox', 'Orders', 'Bookings', 'Money', 'Pricing'],
  ['Newsletter', 'Insights', 'People'],
  ['Settings'],
];

/** Icons of entries with several pages; other entries have the icon of their page. */
const menuIcons: Readonly<Record<string, LucideIcon>> = { Money: Wallet, Settings };

/** A page in the menu and the command palette. */
export interface NavPage extends NavEntry {
  readonly path: string;
}

export interface MenuEntry {
  readonly label: string;
  readonly icon: LucideIcon;
  /** The tabs; the entry links to the first. */
  readonly pages: readonly NavPage[];
}

/** Milliseconds that a link must be hovered, focused or highlighted before its data loads. */
const REST_MS = 50;

let resting: ReturnType<typeof setTimeout> | undefined;

const pageRoutes = dashboardPages.flatMap(page => (isPart(page) ? [] : [{ path: page.path, handle: page.load }]));

/** Returns a function that loads the code of a dashboard page, and its data if no other call follows within 50 ms. */
export function usePreload(): (href: string) => void {
  const api = use(CachedApiContext);
  return href => {
    clearTimeout(resting);
    const url = new URL(href, location.href);
    const [match] = matchRoutes(pageRoutes, url.pathname) ?? [];
    if (!match || !api || url.origin !== location.origin) return;
    const code = match.route.handle();
    // If it fails, opening the page shows the error.
    code.catch(() => {});
    resting = setTimeout(() => void loadData(code, { url, params: match.params, api }).catch(() => {}), REST_MS);
  };
}

/** Runs a page's loader. The browser reuses the responses for a minute. */
async function loadData(
  code: ReturnType<DashboardPage['load']>,
  { url, params, api }: { readonly url: URL; readonly params: Params; readonly api: Api },
): Promise<void> {
  const { loader } = await code;
  if (typeof loader !== 'function') return;
  const context = new RouterContextProvider();
  context.set(apiContext, api);
  await loader({ context, params, request: new Request(url), url, pattern: url.pathname });
}

/** Returns the pages that a role sees, in the order of the menu and the tabs. */
export function listNavPages(
  role: User['role'],
  pages: readonly (DashboardPage | PagePart)[] = dashboardPages,
): NavPage[] {
  return pages
    .flatMap(page => (isPart(page) || !page.nav ? [] : [{ path: page.path, ...page.nav }]))
    .filter(({ access }) => access === 'member' || (access === 'owner') === (role === 'owner'))
    .toSorted((one, other) => rank(one) - rank(other));
}

const menuOrder = menuBlocks.flat();
const rank = ({ menu, order }: NavEntry) => menuOrder.indexOf(menu) * 1000 + order;

/** Returns the menu of a role. An entry with one page is named after the page. */
export function listMenuBlocks(role: User['role']): MenuEntry[][] {
  const pagesByMenu = Object.groupBy(listNavPages(role), ({ menu }) => menu);
  return menuBlocks
    .map(block =>
      block.flatMap(menu => {
        const pages = pagesByMenu[menu] ?? [];
        const [first] = pages;
        return first
          ? [{ label: pages.length === 1 ? first.label : menu, icon: menuIcons[menu] ?? first.icon, pages }]
          : [];
      }),
    )
    .filter(block => block.length > 0);
}

/** The pages with a menu entry, longest path first. */
const pagesByDepth = dashboardPages
  .flatMap(page => (isPart(page) ? [] : [{ path: page.path, menu: page.nav?.menu ?? page.menu }]))
  .filter(({ menu }) => menu !== undefined)
  .toSorted((one, other) => other.path.length - one.path.length);

/** Returns the menu entry of the page at a path: its own or the one of the closest page above. */
export function findMenu(pathname: string): string | undefined {
  return pagesByDepth.find(({ path }) => matchPath({ path, end: path === paths.dashboard }, pathname))?.menu;
}

/** Returns the tabs of the page at a path: none if the page isn't a tab or is the only one of its entry. */
export function listTabs(role: User['role'], pathname: string): NavPage[] {
  const pages = listNavPages(role);
  const menu = pages.find(({ path }) => path === pathname)?.menu;
  const tabs = pages.filter(page => page.menu === menu);
  return tabs.length > 1 ? tabs : [];
}
