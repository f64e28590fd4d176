import { type SyntheticEvent, useMemo } from 'react';
import { Link, Outlet, ScrollRestoration, useLoaderData, useMatches, useNavigation } from 'react-router';
import type { User } from '#features/auth/contract.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { FullPageSpinner } from '#ui/Spinner.tsx';
import { Toaster } from '#ui/Toaster.tsx';
import { TooltipLayer } from '#ui/TooltipLayer.tsx';
import { UnsavedChangesGuard } from '#ui/UnsavedChangesGuard.tsx';
import { DashboardNav } from './dashboard/DashboardNav.tsx';
import { DashboardTabs } from './dashboard/DashboardTabs.tsx';
import { CommandPaletteButton, useCommandPalette } from './dashboard/CommandPaletteButton.tsx';
import { usePreload } from './dashboard/nav.ts';
import { UserMenu } from './dashboard/UserMenu.tsx';
import { useUnreadCount } from './dashboard/unread.ts';
import { useFocusHeadingOnNavigation } from '#ui/use-focus-heading.ts';
import { LogoMark } from './LogoMark.tsx';
import { MenuButton } from './MenuButton.tsx';
import { getScrollKey } from '#ui/scroll-key.ts';
import { SkipLink } from '#ui/SkipLink.tsx';
import { ThemeToggle } from './ThemeToggle.tsx';

export const loader = pageLoader(async ({ api }) => {
  const [profile, site] = await Promise.all([api.profile.get(), api.site.getLayout()]);
  return { profile, site };
});

/** Layout of the dashboard, which requires JavaScript. Signed-out users are sent to sign in and then return. */
export function Component() {
  const { profile, site } = useLoaderData<typeof loader>();
  const { name, timeZone } = site.profile;
  const matches = useMatches();
  const hidesMenu = matches.some(({ handle }) => handle === 'hidesMenu');
  const palette = useCommandPalette(profile.role);
  const unread = useUnreadCount(profile.role);
  const siteMeta = useMemo(() => ({ url: site.siteUrl, name, timeZone }), [site.siteUrl, name, timeZone]);
  useFocusHeadingOnNavigation();
  const preload = usePreload();
  // A page's code and data arrive between hovering and clicking.
  const preloadLink = ({ target }: SyntheticEvent) => {
    const link = target instanceof Element ? target.closest<HTMLAnchorElement>('a:not([download])') : null;
    if (link) preload(link.href);
  };
  return (
    <siteMetaContext.Provider value={siteMeta}>
      <SkipLink />
      <div
        onPointerOver={preloadLink}
        onFocus={preloadLink}
        className={`accent-${site.appearance.accent} ${hidesMenu ? '' : 'lg:grid lg:grid-cols-[16.5rem_minmax(0,1fr)]'}`}
      >
        <DashboardSidebar
          siteName={name}
          person={profile}
          unread={unread}
          openPalette={palette.open}
          hidden={hidesMenu}
        />
        <div className="min-w-0">
          <DashboardTopBar siteName={name} person={profile} unread={unread} openPalette={palette.open} />
          <main id="main" data-hydrate="now" className="min-h-[70vh]">
            <noscript>
              <p className="frame py-16 text-lead">
                The dashboard requires JavaScript. Turn it on in your browser settings, then reload this page.
              </p>
            </noscript>
            <p role="alert" className="frame hidden py-4 text-small text-danger in-[.without-app]:block">
              Part of this page couldn’t be loaded. Check your connection, then reload the page.
            </p>
            <div data-needs-app="">
              <DashboardTabs role={profile.role} />
              {/* Keyed by the page's own path: the page of another record starts with its own fields. */}
              <Outlet key={matches[2]?.pathname} />
            </div>
          </main>
        </div>
      </div>
      {palette.element}
      <Toaster />
      <UnsavedChangesGuard />
      <TooltipLayer />
      <NavigationSpinner />
      <ScrollRestoration getKey={getScrollKey} />
    </siteMetaContext.Provider>
  );
}

function NavigationSpinner() {
  return useNavigation().state === 'loading' && <FullPageSpinner />;
}

interface BarProps {
  siteName: string;
  person: User;
  unread: number;
  openPalette: () => void;
}

/** Navigation at the left of wide screens. Hidden, it is a popover that the page opens. */
function DashboardSidebar({ siteName, person, unread, openPalette, hidden }: BarProps & { hidden: boolean }) {
  return (
    <header
      id="side-bar"
      popover={hidden ? 'auto' : undefined}
      className={`site-header top-0 hidden h-dvh flex-col overflow-y-auto border-r border-rule bg-sunken px-3 py-4 ${hidden ? 'fixed left-0 m-0 max-h-none w-[16.5rem] text-ink shadow-raised lg:open:flex' : 'sticky lg:flex'}`}
    >
      <div className="flex items-center justify-between gap-2 pl-3">
        <DashboardBrand name={siteName} />
        <ThemeToggle />
      </div>
      <CommandPaletteButton onOpen={openPalette} className="mx-3 mt-3 mb-4" />
      <div className="flex-1">
        <DashboardNav role={person.role} label="Dashboard" unread={unread} />
      </div>
      <UserMenu person={person} />
    </header>
  );
}

/** Top bar of small screens; its menu is a popover. */
function DashboardTopBar({ siteName, person, unread, openPalette }: BarProps) {
  return (
    <header className="site-header sticky top-0 z-20 h-16 border-b border-rule bg-ground lg:hidden">
      <div className="frame flex h-full items-center justify-between gap-3">
        <DashboardBrand name={siteName} />
        <div className="flex items-center gap-1">
          <CommandPaletteButton onOpen={openPalette} small />
          <ThemeToggle />
          <MenuButton />
        </div>
      </div>
      <div id="site-menu" popover="auto">
        <DashboardNav role={person.role} label="Menu" unread={unread} />
        <div className="mt-6">
          <UserMenu person={person} />
        </div>
      </div>
    </header>
  );
}

function DashboardBrand({ name }: { name: string }) {
  return (
    <Link
      to={paths.home}
      className="flex min-h-11 min-w-0 items-center gap-2.5 font-display text-small leading-tight font-bold tracking-tight no-underline"
    >
      <LogoMark className="size-6 shrink-0 text-accent" />
      {name}
    </Link>
  );
}
