import { useEffect } from 'react';
import { type createBrowserRouter, RouterProvider } from 'react-router';
import { SessionProvider } from '#features/accounts/components/Session.tsx';
import { ClientApi } from '#platform/pages/api.ts';
import type { Api } from '#shared/api.ts';

interface RoutedAppProps {
  router: ReturnType<typeof createBrowserRouter>;
  api: Api;
  onTakenOver: () => void;
}

/** The app. Apart from the entry, which hot reloading would otherwise start a second time. */
export function RoutedApp({ router, api, onTakenOver }: RoutedAppProps) {
  useEffect(onTakenOver, [onTakenOver]);
  return (
    <ClientApi value={api}>
      <SessionProvider>
        <RouterProvider router={router} />
      </SessionProvider>
    </ClientApi>
  );
}
