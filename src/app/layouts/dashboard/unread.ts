import { use, useEffect, useState } from 'react';
import { useLocation } from 'react-router';
import { ClientApi } from '#platform/pages/api.ts';

/**
 * How many messages of the inbox nobody opened: as the page knew it (undefined for whom that does not concern), and asked
 * for again on each further page, and whenever somebody comes back to this one.
 */
export function useUnread(known: number | undefined): number {
  const api = use(ClientApi);
  const { key } = useLocation();
  const [asked, setAsked] = useState<number>();
  const concerns = known !== undefined;
  useEffect(() => {
    if (!api || !concerns) return undefined;
    let wanted = true;
    const ask = () => {
      if (document.visibilityState !== 'visible') return;
      // What cannot be asked for now stays as it was.
      void api.contact.waiting().then(
        ({ unread }) => wanted && setAsked(unread),
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
  }, [api, concerns, key]);
  return asked ?? known ?? 0;
}
