import { use, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { User } from '#features/auth/contract.ts';
import { BrowserApiContext } from '#platform/pages/api-hooks.ts';

/**
 * Returns the owner's number of unread messages. Fetched only in the browser, on navigation and when the tab is shown
 * again; a count from the server would be outdated on a message's page.
 */
export function useUnreadCount(role: User['role']): number {
  const api = use(BrowserApiContext);
  const { key } = useLocation();
  const [unread, setUnread] = useState(0);
  useEffect(() => {
    if (!api || role !== 'owner') return undefined;
    let isCurrent = true;
    const refresh = () => {
      if (document.visibilityState !== 'visible') return;
      // Keep the old count if the request fails.
      void api.contact.getInboxCounts().then(
        counts => isCurrent && setUnread(counts.unread),
        () => {},
      );
    };
    refresh();
    document.addEventListener('visibilitychange', refresh);
    return () => {
      isCurrent = false;
      document.removeEventListener('visibilitychange', refresh);
    };
    // Refetched on each navigation.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [api, role, key]);
  return unread;
}
