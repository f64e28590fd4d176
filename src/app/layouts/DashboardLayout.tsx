import { Outlet, ScrollRestoration, useLoaderData, useNavigation } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { SpinnerScreen } from '#ui/Spinner.tsx';
import { ToastArea } from '#ui/ToastArea.tsx';
import { TooltipLayer } from '#ui/TooltipLayer.tsx';

export const loader = pageLoader(async ({ api }) => {
  const [profile, site] = await Promise.all([api.profiles.mine(), api.site.layout()]);
  return { profile, site };
});

/** What stands around every page of the dashboard. Whoever is not signed in is led to do so, and then back. */
export function Component() {
  const { site } = useLoaderData<typeof loader>();
  const navigation = useNavigation();
  return (
    <siteMetaContext.Provider value={{ url: site.siteUrl, name: site.profile.name, timeZone: site.profile.timeZone }}>
      <main id="main" data-hydrate="now" className="min-h-[70vh]">
        <Outlet />
      </main>
      <ToastArea />
      <TooltipLayer />
      {navigation.state === 'loading' && <SpinnerScreen />}
      <ScrollRestoration />
    </siteMetaContext.Provider>
  );
}
