import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/** After a change of page, focus goes to the new page's heading, so that a screen reader starts there. */
export function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const before = useRef(pathname);
  useEffect(() => {
    if (before.current === pathname) return;
    before.current = pathname;
    const heading = document.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [pathname]);
}
