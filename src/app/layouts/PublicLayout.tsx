import { Outlet, ScrollRestoration, useLoaderData, useNavigation } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { FullPageSpinner } from '#ui/Spinner.tsx';
import { Toaster } from '#ui/Toaster.tsx';
import { TooltipLayer } from '#ui/TooltipLayer.tsx';
import { useFocusHeadingOnNavigation } from '#ui/use-focus-heading.ts';
import { getScrollKey } from '#ui/scroll-key.ts';
import { SiteHeader } from './SiteHeader.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SkipLink } from '#ui/SkipLink.tsx';

export const loadSiteLayout = pageLoader(({ api }) => api.site.getLayout());

export function PublicLayout() {
  const site = useLoaderData<typeof loadSiteLayout>();
  const navigation = useNavigation();
  useFocusHeadingOnNavigation();
  return (
    <siteMetaContext.Provider value={{ url: site.siteUrl, name: site.profile.name, timeZone: site.profile.timeZone }}>
      <SkipLink />
      <SiteHeader name={site.profile.name} navItems={site.navItems} appearance={site.appearance} />
      <main id="main" className="min-h-[70vh]">
        <Outlet />
      </main>
      <SiteFooter {...site} />
      <Toaster />
      <TooltipLayer />
      {navigation.state === 'loading' && <FullPageSpinner />}
      <ScrollRestoration getKey={getScrollKey} />
    </siteMetaContext.Provider>
  );
}
