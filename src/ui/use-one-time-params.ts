import { useEffect } from 'react';
import { useLocation } from 'react-router';

/**
 * Removes the parameters of a message from the address, so a reload or a shared link doesn't show it again. Without
 * JavaScript they stay. The router keeps them, and thus the message, until the next navigation.
 */
export function useOneTimeParams(names: readonly string[]): void {
  const { search } = useLocation();
  useEffect(() => {
    const query = new URLSearchParams(search);
    if (!names.some(name => query.has(name))) return;
    for (const name of names) query.delete(name);
    const url = new URL(location.href);
    url.search = query.toString();
    history.replaceState(history.state, '', url);
  }, [names, search]);
}
