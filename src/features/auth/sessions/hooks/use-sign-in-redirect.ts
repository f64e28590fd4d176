import { use, useEffect } from 'react';
import { BrowserApiContext } from '#platform/pages/api-hooks.ts';
import { paths } from '#shared/paths.ts';
import { clearStoredTexts } from '#ui/stored-text.ts';
import { narrowToastOptions, toast } from '#ui/toast.ts';
import { useSession } from '../components/SessionProvider.tsx';

/** Delay before the full page load after sign-in, in milliseconds (specification, point 9). */
const REDIRECT_DELAY_MS = 1500;

/**
 * Shows a message after sign-in, notifies the other tabs and does a full page load, so no state from before remains.
 */
export function useSignInRedirect(welcome: { message: string; to: string } | undefined): void {
  const { announceChange } = useSession();
  const message = welcome?.message;
  const to = welcome?.to;
  useEffect(() => {
    if (!message || !to) return undefined;
    toast.success(message, narrowToastOptions);
    announceChange();
    const timer = setTimeout(() => location.assign(to), REDIRECT_DELAY_MS);
    return () => clearTimeout(timer);
  }, [message, to, announceChange]);
}

/** Returns a function that signs out, shows a message and leaves private pages. */
export function useSignOut(): () => Promise<void> {
  // These pages also render on the server, where there is no API.
  const api = use(BrowserApiContext);
  const { announceChange } = useSession();
  return async () => {
    try {
      await api?.auth.logout();
    } catch (error) {
      console.error('Could not sign out.', error);
      toast.error('Logout failed! Try again.', narrowToastOptions);
      return;
    }
    toast.success('Logged out successfully!', narrowToastOptions);
    clearStoredTexts();
    announceChange('leaving');
    setTimeout(() => location.assign(paths.home), REDIRECT_DELAY_MS);
  };
}
