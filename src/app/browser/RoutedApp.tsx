import { useEffect } from 'react';
import { type createBrowserRouter, RouterProvider } from 'react-router';

interface RoutedAppProps {
  router: ReturnType<typeof createBrowserRouter>;
  onTakenOver: () => void;
}

/** The app. Apart from the entry, which hot reloading would otherwise start a second time. */
export function RoutedApp({ router, onTakenOver }: RoutedAppProps) {
  useEffect(onTakenOver, [onTakenOver]);
  return <RouterProvider router={router} />;
}
