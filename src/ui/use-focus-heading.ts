import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

/**
 * Moves focus after navigation for screen readers: to the heading named in the URL or the page's main heading, or to
 * the first field of a page that begins with a form.
 */
export function useFocusHeadingOnNavigation(): void {
  const { pathname, hash } = useLocation();
  const previous = useRef(pathname);
  useEffect(() => {
    if (previous.current === pathname) return;
    previous.current = pathname;
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    const field = document.querySelector<HTMLElement>('main [data-first-focus]');
    const heading = target ?? document.querySelector('h1');
    if (!field) heading?.setAttribute('tabindex', '-1');
    (field ?? heading)?.focus({ preventScroll: true });
  }, [pathname, hash]);
}
