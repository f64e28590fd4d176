import { useEffect, useRef } from 'react';
import { useLocation, useNavigation } from 'react-router';

/** Whether the document's first page is shown, where the browser has placed the focus. */
let isFirstPage = true;

/** Makes the page's main heading focusable and returns it. */
export function findMainHeading(): HTMLElement | null {
  const heading = document.querySelector('h1');
  heading?.setAttribute('tabindex', '-1');
  return heading;
}

/**
 * Moves focus after navigation and forms for screen readers and keyboards: to the heading named in the URL or the
 * page's main heading, or to the first field of a page that begins with a form. A field with an error keeps it.
 */
export function useFocusHeadingOnNavigation(): void {
  const { pathname, search, hash } = useLocation();
  // A layout that is shown after another one was navigated to.
  const previous = useRef(isFirstPage ? pathname : undefined);
  const previousSearch = useRef(search);
  // Before the search is compared: a rejected form can change it.
  useFocusAfterSubmit();
  useEffect(() => {
    isFirstPage = false;
    const isOtherPage = previous.current !== pathname;
    // A filter or a page of a list keeps the focus, unless its link is gone.
    const isFocusLost = previousSearch.current !== search && document.activeElement === document.body;
    previous.current = pathname;
    previousSearch.current = search;
    if (!isOtherPage && !isFocusLost) return;
    if (document.activeElement?.matches('[aria-invalid="true"]')) return;
    const target = findAnchor(hash);
    const field = document.querySelector<HTMLElement>('main [data-first-focus]');
    const heading = target ?? document.querySelector('h1');
    if (!field) heading?.setAttribute('tabindex', '-1');
    (field ?? heading)?.focus({ preventScroll: true });
  }, [pathname, search, hash]);
  useFocusAfterRemoval();
}

/** Returns the element that the URL's hash names; null if there is none or its encoding is invalid. */
function findAnchor(hash: string): HTMLElement | null {
  try {
    return hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null;
  } catch {
    return null;
  }
}

/**
 * Returns the focus that is lost with its element: to a control that is enabled again, to the control that opened a
 * closed dialog, or else to the heading of the closest section around a removed one. During a submission, the focus
 * waits for its result.
 */
function useFocusAfterRemoval(): void {
  const { formData } = useNavigation();
  const isSubmitting = useRef(false);
  useEffect(() => {
    isSubmitting.current = formData !== undefined;
  }, [formData]);
  useEffect(() => {
    let ancestors: Element[] = [];
    /** The ancestors of the control that opened the dialog with the focus. */
    let opener: Element[] = [];
    let wasDisabled = false;
    let frame = 0;
    // Someone who presses elsewhere has left the control.
    const forget = ({ target }: PointerEvent) => {
      if (!ancestors[0]?.contains(target as Element)) ancestors = [];
    };
    const remember = ({ target }: FocusEvent) => {
      const dialog = (target as Element).closest('dialog');
      if (!dialog?.contains(ancestors[0] ?? null)) opener = dialog ? ancestors : [];
      ancestors = listAncestors(target as Element);
      wasDisabled = false;
    };
    const check = () => {
      frame = 0;
      if (!ancestors[0]?.isConnected && opener[0]?.isConnected) {
        ancestors = opener;
        wasDisabled = true;
      }
      const [last] = ancestors;
      if (!(last instanceof HTMLElement)) return;
      if (last.isConnected && last.matches(':disabled')) wasDisabled = true;
      if (document.activeElement !== document.body || isSubmitting.current) return;
      if (!last.isConnected) focusClosestHeading(ancestors);
      else if (wasDisabled) last.focus({ preventScroll: true });
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

/** Returns an element and its ancestors, closest first. */
function listAncestors(element: Element): Element[] {
  const ancestors: Element[] = [];
  for (let each: Element | null = element; each; each = each.parentElement) ancestors.push(each);
  return ancestors;
}

/**
 * Focuses the heading of the closest section around a removed element, given with its ancestors, or else a heading or
 * item in view.
 */
function focusClosestHeading(ancestors: readonly Element[]): void {
  const remaining = [...ancestors, document.body].filter(it => it.isConnected);
  // Not that of another section or item, or one after the removed element.
  const isAround = (heading: HTMLElement) => {
    const part = heading.closest('section, li');
    const isAfter = remaining[0]?.compareDocumentPosition(heading) === Node.DOCUMENT_POSITION_FOLLOWING;
    return !isAfter && (part === null || ancestors.includes(part));
  };
  const heading = remaining
    .flatMap(it => [...it.querySelectorAll<HTMLElement>('h1, h2, h3')])
    .find(it => it.checkVisibility() && isAround(it));
  if (!heading) {
    // Of a bar above the page.
    findMainHeading()?.focus({ preventScroll: true });
    return;
  }
  const isInView = (element: HTMLElement) => {
    const { top } = element.getBoundingClientRect();
    return element.checkVisibility() && top >= 0 && top < innerHeight;
  };
  const inView = [
    heading,
    ...remaining.filter((it): it is HTMLElement => it instanceof HTMLLIElement),
    ...remaining.flatMap(it =>
      ['main :is(h1, h2, h3)', 'main li'].flatMap(kind => [...it.querySelectorAll<HTMLElement>(kind)]),
    ),
  ].find(isInView);
  const target = inView ?? heading;
  target.setAttribute('tabindex', '-1');
  target.focus({ preventScroll: target === inView });
}

/**
 * Moves the focus from the pressed button of a rejected form to the first field with an error. If the button was
 * disabled or replaced, returns the focus to it or the same button, or else to the closest heading.
 */
function useFocusAfterSubmit(): void {
  const isSubmitting = useNavigation().formData !== undefined;
  const pressed = useRef<{ ancestors: Element[]; findSame: () => HTMLElement | undefined }>(undefined);
  useEffect(() => {
    const remember = ({ submitter }: SubmitEvent) => {
      pressed.current = submitter
        ? { ancestors: listAncestors(submitter), findSame: createButtonFinder(submitter) }
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
    const { ancestors = [], findSame } = pressed.current ?? {};
    const [element] = ancestors;
    if (!isDone || (document.activeElement !== document.body && document.activeElement !== element)) return;
    const invalid = element?.closest('form')?.querySelector<HTMLElement>('[aria-invalid="true"]');
    invalid?.focus();
    if (document.activeElement !== document.body) return;
    findSame?.()?.focus({ preventScroll: true });
    if (document.activeElement === document.body) focusClosestHeading(ancestors);
  }, [isSubmitting]);
}

/** Returns a function that finds a button again, also if it was replaced; undefined if another one looked the same. */
function createButtonFinder(button: HTMLElement): () => HTMLElement | undefined {
  const { textContent, ariaLabel } = button;
  const listSame = () =>
    [...document.querySelectorAll<HTMLElement>('main button')].filter(
      it => it.textContent === textContent && it.ariaLabel === ariaLabel && it.checkVisibility(),
    );
  const isUnique = listSame().length <= 1;
  return () => {
    if (button.isConnected) return button;
    return isUnique ? listSame()[0] : undefined;
  };
}
