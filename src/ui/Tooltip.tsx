import { createElement, useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import type { TooltipProps } from './TooltipPopup.tsx';

type Popup = typeof import('./TooltipPopup.tsx').default;

// The popup's code weighs a third of React's. Until someone points at a control that has a tooltip, or moves focus to
// one, the control stands alone; then the code is fetched, once for all tooltips.
let popup: Popup | undefined;
let watching = false;
const listeners = new Set<() => void>();

const INTERESTS = ['pointerover', 'focusin'] as const;
const SELECTOR = '[data-tooltip]';

function watchInterest(): void {
  if (watching) return;
  watching = true;
  for (const kind of INTERESTS) document.addEventListener(kind, notice);
  // The interest may be older than this code: it is often what made the browser fetch it.
  const already = document.querySelector(`${SELECTOR}:hover, ${SELECTOR}:focus`);
  if (already) void load(already);
}

function notice(event: Event): void {
  const control = event.target instanceof Element ? event.target.closest(SELECTOR) : null;
  if (control) void load(control);
}

async function load(control: Element): Promise<void> {
  for (const kind of INTERESTS) document.removeEventListener(kind, notice);
  try {
    popup = (await import('./TooltipPopup.tsx')).default;
  } catch {
    watching = false;
    return;
  }
  takeOver(control);
}

/**
 * Puts every control into its tooltip. React makes the controls anew for that, so the one that the reader is at gets
 * back its focus and learns again that the pointer is on it.
 */
function takeOver(control: Element): void {
  const place = [...document.querySelectorAll(SELECTOR)].indexOf(control);
  const focused = document.activeElement === control;
  flushSync(() => {
    for (const tell of listeners) tell();
  });
  const anew = document.querySelectorAll<HTMLElement>(SELECTOR)[place];
  if (!anew) return;
  if (focused) anew.focus();
  if (!anew.matches(':hover')) return;
  requestAnimationFrame(() => {
    for (const kind of ['pointerover', 'pointerenter', 'pointermove']) {
      anew.dispatchEvent(new PointerEvent(kind, { bubbles: kind !== 'pointerenter', pointerType: 'mouse' }));
    }
    for (const kind of ['mouseover', 'mouseenter', 'mousemove']) {
      anew.dispatchEvent(new MouseEvent(kind, { bubbles: kind !== 'mouseenter' }));
    }
  });
}

function subscribe(listener: () => void): () => void {
  watchInterest();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** A few words on a control that shows only an icon. The control carries `data-tooltip`. */
export function Tooltip({ label, children }: TooltipProps) {
  const current = useSyncExternalStore(
    subscribe,
    () => popup,
    () => undefined,
  );
  // oxlint-disable-next-line react/no-children-prop -- which component it is is known only now
  return current ? createElement(current, { label, children }) : children;
}
