import { use, useEffect } from 'react';
import { BrowserApiContext } from '#platform/pages/api-hooks.ts';
import { paths } from '#shared/paths.ts';
import { narrowToastOptions, toast } from '#ui/toast.ts';
import { useSession } from '../components/SessionProvider.tsx';

/** Full page loads to where somebody goes after signing in come so many milliseconds later (specification, point 9). */
const REDIRECT_DELAY_MS = 1500;

/**
 * Once somebody has signed in: says so, tells the other tabs, and loads the page they go to as a whole, so that nothing of
 * what stood here before is left.
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

/** Removes what the browser stored for the person who signed out, such as unsaved drafts; the theme stays. */
function clearStorage(): void {
  try {
    sessionStorage.clear();
    for (const key of Object.keys(localStorage)) if (key !== 'theme') localStorage.removeItem(key);
  } catch {
    // Where storage is forbidden there is nothing to remove.
  }
}

/** Signs out here, says so, and leaves what was private. */
export function useSignOut(): () => Promise<void> {
  // Pages that sign out are also rendered on the server, where there is no API and nobody to press.
  const api = use(BrowserApiContext);
  const { announceChange } = useSession();
  return async () => {
    try {
      await api?.accounts.logout();
    } catch (error) {
      console.error('Could not sign out.', error);
      toast.error('Logout failed! Try again.', narrowToastOptions);
      return;
    }
    toast.success('Logged out successfully!', narrowToastOptions);
    clearStorage();
    announceChange('leaving');
    setTimeout(() => location.assign(paths.home), REDIRECT_DELAY_MS);
  };
}
