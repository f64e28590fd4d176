import { lazy, Suspense } from 'react';
import type { TooltipProps } from './TooltipPopup.tsx';

/** Settles when a reader first points at, or moves focus to, a control that has a tooltip. */
function firstInterest(): Promise<void> {
  return new Promise(resolve => {
    const notice = (event: Event) => {
      if (!(event.target instanceof Element && event.target.closest('[data-tooltip]'))) return;
      for (const kind of ['pointerover', 'focusin']) document.removeEventListener(kind, notice);
      resolve();
    };
    for (const kind of ['pointerover', 'focusin']) document.addEventListener(kind, notice);
  });
}

// The popup's code weighs a third of React's. On the server and until someone wants a tooltip the control stands alone;
// the boundary is then taken over in place.
const Popup = import.meta.env.SSR
  ? ({ children }: TooltipProps) => children
  : lazy(() => firstInterest().then(() => import('./TooltipPopup.tsx')));

/** A few words on a control that shows only an icon. */
export function Tooltip({ label, children }: TooltipProps) {
  return (
    <Suspense fallback={children}>
      <Popup label={label}>{children}</Popup>
    </Suspense>
  );
}
