import { useEffect } from 'react';
import { type createBrowserRouter, RouterProvider } from 'react-router';
import { SessionProvider } from '#features/auth/sessions/components/SessionProvider.tsx';
import { ClientApi, ClientUpload, type Upload } from '#platform/pages/api-hooks.ts';
import type { Api } from '#shared/api.ts';

interface RoutedAppProps {
  router: ReturnType<typeof createBrowserRouter>;
  api: Api;
  upload: Upload;
  onTakenOver: () => void;
}

/** The app. Apart from the entry, which hot reloading would otherwise start a second time. */
export function RoutedApp({ router, api, upload, onTakenOver }: RoutedAppProps) {
  useEffect(onTakenOver, [onTakenOver]);
  return (
    <ClientApi value={api}>
      <ClientUpload value={upload}>
        <SessionProvider>
          <RouterProvider router={router} />
        </SessionProvider>
      </ClientUpload>
    </ClientApi>
  );
}
