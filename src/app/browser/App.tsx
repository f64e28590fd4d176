import { useEffect } from 'react';
import { type createBrowserRouter, RouterProvider } from 'react-router';
import { SessionProvider } from '#features/auth/browser.ts';
import { BrowserApiContext, UploadContext, type UploadFile } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';

interface RoutedAppProps {
  router: ReturnType<typeof createBrowserRouter>;
  api: Api;
  upload: UploadFile;
  onHydrated: () => void;
}

/** The app. Separate from the entry, which hot reloading would start twice. */
export function App({ router, api, upload, onHydrated }: RoutedAppProps) {
  useEffect(onHydrated, [onHydrated]);
  return (
    <BrowserApiContext value={api}>
      <UploadContext value={upload}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </UploadContext>
    </BrowserApiContext>
  );
}
