import { Outlet, ScrollRestoration, useLoaderData, useNavigation } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { SpinnerScreen } from '#ui/Spinner.tsx';
import { ToastArea } from '#ui/Toaster.tsx';
import { TooltipLayer } from '#ui/TooltipLayer.tsx';
import { useFocusOnArrival } from './focus-on-arrival.ts';
import { placeOf } from './scroll-places.ts';
import { SiteBar } from './SiteBar.tsx';
import { SiteFooter } from './SiteFooter.tsx';
import { SkipLink } from './SkipLink.tsx';

export const layoutLoader = pageLoader(({ api }) => api.site.layout());

/** What stands around every public page. */
export function PublicLayout() {
  const site = useLoaderData<typeof layoutLoader>();
  const navigation = useNavigation();
  useFocusOnArrival();
  return (
    <siteMetaContext.Provider value={{ url: site.siteUrl, name: site.profile.name, timeZone: site.profile.timeZone }}>
      <SkipLink />
      <SiteBar name={site.profile.name} navItems={site.navItems} looks={site.looks} />
      <main id="main" className="min-h-[70vh]">
        <Outlet />
      </main>
      <SiteFooter {...site} />
      <ToastArea />
      <TooltipLayer />
      {navigation.state === 'loading' && <SpinnerScreen />}
      <ScrollRestoration getKey={placeOf} />
    </siteMetaContext.Provider>
  );
}
