import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** Whether the document's first page is shown, where the browser has placed the focus. */
let isFirstPage = true;

/**
 * Moves focus after navigation and forms for screen readers and keyboards: to the heading named in the URL or the
 * page's main heading, or to the first field of a page that begins with a form. A field with an error keeps it.
 */
export function useFocusHeadingOnNavigation(): void {
  const { pathname, search, hash } = useLocation();
  // A layout that is shown after another one was navigated to.
  const previous = useRef(isFirstPage ? pathname : undefined);
  const previousSearch = useRef(search);
  useEffect(() => {
    isFirstPage = false;
    const isOtherPage = previous.current !== pathname;
    // A filter or a page of a list keeps the focus, unless its link is gone.
    const isFocusLost = previousSearch.current !== search && document.activeElement === document.body;
    previous.current = pathname;
    previousSearch.current = search;
    if (!isOtherPage && !isFocusLost) return;
    if (document.activeElement?.matches('[aria-invalid="true"]')) return;
    const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
    const field = document.querySelector<HTMLElement>('main [data-first-focus]');
    const heading = target ?? document.querySelector('h1');
    if (!field) heading?.setAttribute('tabindex', '-1');
    (field ?? heading)?.focus({ preventScroll: true });
  }, [pathname, search, hash]);
  useFocusAfterSubmit();
  useFocusAfterRemoval();
}

/**
 * Returns the focus that is lost with its element: to a control that is enabled again, or else to the heading of the
 * closest section around a removed one.
 */
function useFocusAfterRemoval(): void {
  useEffect(() => {
    let ancestors: Element[] = [];
    let wasDisabled = false;
    let frame = 0;
    // Someone who presses elsewhere has left the control.
    const forget = ({ target }: PointerEvent) => {
      if (!ancestors[0]?.contains(target as Element)) ancestors = [];
    };
    const remember = ({ target }: FocusEvent) => {
      ancestors = [];
      wasDisabled = false;
      for (let element = target as Element | null; element; element = element.parentElement) ancestors.push(element);
    };
    const check = () => {
      frame = 0;
      const [last] = ancestors;
      if (!(last instanceof HTMLElement)) return;
      if (last.isConnected && last.matches(':disabled')) wasDisabled = true;
      if (document.activeElement !== document.body) return;
      if (!last.isConnected) {
        const heading = ancestors
          .filter(it => it.isConnected)
          .flatMap(it => [...it.querySelectorAll<HTMLElement>('h1, h2, h3')])
          .find(it => it.checkVisibility());
        heading?.setAttribute('tabindex', '-1');
        heading?.focus({ preventScroll: true });
      } else if (wasDisabled) last.focus({ preventScroll: true });
    };
    // A frame later, when effects have moved the focus themselves.
    const observer = new MutationObserver(() => (frame ||= requestAnimationFrame(check)));
    document.addEventListener('pointerdown', forget, true);
    document.addEventListener('focusin', remember);
    observer.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
    return () => {
      document.removeEventListener('pointerdown', forget, true);
      document.removeEventListener('focusin', remember);
      observer.disconnect();
      cancelAnimationFrame(frame);
    };
  }, []);
}

/**
 * Moves the focus from the pressed button of a rejected form to the first field with an error. If the button was
 * disabled or replaced, returns the focus to it or the same button, or else to the main heading.
 */
function useFocusAfterSubmit(): void {
  const isSubmitting = useNavigation().formData !== undefined;
  const pressed = useRef<{ element: HTMLElement; text: string; label: string | null }>(undefined);
  useEffect(() => {
    const remember = ({ submitter }: SubmitEvent) => {
      pressed.current = submitter
        ? { element: submitter, text: submitter.textContent, label: submitter.ariaLabel }
        : undefined;
    };
    // Before React renames or disables the button.
    document.addEventListener('submit', remember, true);
    return () => document.removeEventListener('submit', remember, true);
  }, []);
  const wasSubmitting = useRef(false);
  useEffect(() => {
    const isDone = wasSubmitting.current && !isSubmitting;
    wasSubmitting.current = isSubmitting;
    const { element, text, label } = pressed.current ?? {};
    if (!isDone || (document.activeElement !== document.body && document.activeElement !== element)) return;
    const invalid = element?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus();
    if (document.activeElement !== document.body) return;
    const isSame = (button: HTMLElement) =>
      button.textContent === text && button.ariaLabel === label && button.checkVisibility();
    const same = element?.isConnected
      ? element
      : [...document.querySelectorAll<HTMLElement>('main button')].find(isSame);
    same?.focus({ preventScroll: true });
    if (document.activeElement !== document.body) return;
    const heading = document.querySelector('h1');
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
  }, [isSubmitting]);
}
