import { use, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import type { User } from '#features/auth/contract.ts';
import { BrowserApiContext } from '#platform/pages/api-hooks.ts';

/**
 * How many messages of the inbox nobody opened, for the owner: asked for in the browser alone, on each page and whenever
 * somebody comes back to one. What the server counted would be another number already where the page is a message.
 */
export function useUnreadCount(role: User['role']): number {
  const api = use(BrowserApiContext);
  const { key } = useLocation();
  const [unread, setUnread] = useState(0);
  useEffect(() => {
    if (!api || role !== 'owner') return undefined;
    let wanted = true;
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      // What cannot be asked for now stays as it was.
      void api.contact.waiting().then(
        answer => wanted && setUnread(answer.unread),
        () => {},
      );
    };
    ask();
    document.addEventListener('visibilitychange', ask);
    return () => {
      wanted = false;
      document.removeEventListener('visibilitychange', ask);
    };
    // Asked for on each page anew.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [api, role, key]);
  return unread;
}
