import { useEffect } from 'react';
import { type createBrowserRouter, RouterProvider } from 'react-router';
import { SessionProvider } from '#features/auth/browser.ts';
import { BrowserApiContext, CachedApiContext, UploadContext, type UploadFile } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';

interface RoutedAppProps {
  router: ReturnType<typeof createBrowserRouter>;
  api: Api;
  cachedApi: Api;
  upload: UploadFile;
  onHydrated: () => void;
}

/** The app. Separate from the entry, which hot reloading would start twice. */
export function App({ router, api, cachedApi, upload, onHydrated }: RoutedAppProps) {
  useEffect(onHydrated, [onHydrated]);
  return (
    <BrowserApiContext value={api}>
      <CachedApiContext value={cachedApi}>
        <UploadContext value={upload}>
          <SessionProvider>
            <RouterProvider router={router} />
          </SessionProvider>
        </UploadContext>
      </CachedApiContext>
    </BrowserApiContext>
  );
}
