import { useEffect, useState } from 'react';

type Popup = typeof import('./TooltipPopup.tsx').default;

/** When a tooltip opens under a pointer and when it goes after the pointer has left, in milliseconds (specification, point 9). */
const OPEN_DELAY = 300;
const CLOSE_DELAY = 500;

const CONTROL = '[data-tooltip]';

/**
 * A few words on controls that show only an icon: those with `data-tooltip`, whose accessible name says at least as
 * much. One layer serves the whole page; the popup's code weighs a third of React's and comes with the first interest.
 * The words can be pointed at and go away on Escape (WCAG 2.2, 1.4.13).
 */
export function TooltipLayer() {
  const [control, setControl] = useState<HTMLElement>();
  const [Popup, setPopup] = useState<Popup>();

  useEffect(() => {
    const ending = new AbortController();
    let pending: ReturnType<typeof setTimeout> | undefined;
    let shown: HTMLElement | undefined;
    /** What was pressed needs no words any more, until the pointer comes anew. */
    let pressed: HTMLElement | undefined;

    const change = (next: HTMLElement | undefined, delay: number) => {
      clearTimeout(pending);
      if (next === shown) return;
      if (next) void loadPopup().then(loaded => setPopup(() => loaded));
      const show = () => setControl((shown = next));
      if (delay === 0) show();
      else pending = setTimeout(show, delay);
    };
    const point = (event: PointerEvent) => {
      // While a theme fades into the other one, the pointer is on the fading picture, which is the root's.
      if (event.pointerType === 'touch' || event.target === document.documentElement) return;
      const under = controlOf(event.target);
      if (under && under === pressed) return;
      pressed = undefined;
      if (under) change(under, shown ? 0 : OPEN_DELAY);
      else if (isWords(event.target)) change(shown, 0);
      else change(undefined, CLOSE_DELAY);
    };
    const focus = (event: FocusEvent) => {
      const focused = controlOf(event.target);
      change(focused?.matches(':focus-visible') ? focused : undefined, 0);
    };
    const on = (kind: string, listener: (event: never) => void) =>
      document.addEventListener(kind, listener as EventListener, { signal: ending.signal });
    on('pointerover', point);
    on('focusin', focus);
    on('focusout', () => change(undefined, 0));
    on('click', (event: MouseEvent) => {
      pressed = controlOf(event.target);
      change(undefined, 0);
    });
    on('keydown', (event: KeyboardEvent) => event.key === 'Escape' && change(undefined, 0));
    // The interest may be older than this code: it is often what made the browser fetch it.
    change(document.querySelector<HTMLElement>(`${CONTROL}:is(:hover, :focus-visible)`) ?? undefined, 0);
    return () => {
      clearTimeout(pending);
      ending.abort();
    };
  }, []);

  return control && Popup ? <Popup anchor={control} label={control.dataset.tooltip ?? ''} /> : null;
}

/** Without the network there are no tooltips; the next interest asks again. */
async function loadPopup(): Promise<Popup | undefined> {
  try {
    return (await import('./TooltipPopup.tsx')).default;
  } catch {
    return undefined;
  }
}

function controlOf(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>(CONTROL)) || undefined;
}

function isWords(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=tooltip]') !== null;
}
