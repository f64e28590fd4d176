import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * After a change of page, focus goes to its heading, or to the one that its address names, so that a screen reader starts there;
 * on a page that begins with writing, to its first field.
 */
export function useFocusHeadingOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const named = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    const field = document.querySelector<HTMLElement>('main [data-first-focus]');
    const heading = named ?? document.querySelector('h1');
    if (!field) heading?.setAttribute('tabindex', '-1');
    (field ?? heading)?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
