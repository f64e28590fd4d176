import { useEffect, useRef } from 'react';
import { Outlet, ScrollRestoration, useLoaderData, useLocation, useNavigation } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { SpinnerScreen } from '#ui/Spinner.tsx';
import { ToastArea } from '#ui/ToastArea.tsx';
import { TooltipLayer } from '#ui/TooltipLayer.tsx';
import { SiteBar } from './SiteBar.tsx';
import { SiteFooter } from './SiteFooter.tsx';

export const layoutLoader = pageLoader(({ api }) => api.site.layout());

/** What stands around every public page. */
export function PublicLayout() {
  const site = useLoaderData<typeof layoutLoader>();
  const navigation = useNavigation();
  useFocusOnArrival();
  return (
    <siteMetaContext.Provider value={{ url: site.siteUrl, name: site.profile.name, timeZone: site.profile.timeZone }}>
      <a
        href="#main"
        className="sr-only z-50 bg-accent px-4 py-3 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        Skip to the content
      </a>
      <SiteBar name={site.profile.name} navItems={site.navItems} />
      <main id="main" className="min-h-[70vh]">
        <Outlet />
      </main>
      <SiteFooter profile={site.profile} navItems={site.navItems} links={site.links} year={site.year} />
      <ToastArea />
      <TooltipLayer />
      {navigation.state === 'loading' && <SpinnerScreen />}
      <ScrollRestoration />
    </siteMetaContext.Provider>
  );
}

/** After a change of page, focus goes to the new page's heading, so that a screen reader starts there. */
function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const heading = document.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname]);
}
