import { useEffect, useState } from 'react';

type Popup = typeof import('./TooltipPopup.tsx').default;

/** Milliseconds until a tooltip opens on hover and closes after the pointer leaves (specification, point 9). */
const OPEN_DELAY = 300;
const CLOSE_DELAY = 500;

const CONTROL = '[data-tooltip]';

/**
 * Tooltips for icon-only controls with `data-tooltip`; their accessible name must say at least as much. Hoverable, and
 * closed by Escape (WCAG 2.2, 1.4.13). The popup's code loads on the first hover or focus.
 */
export function TooltipLayer() {
  const [control, setControl] = useState<HTMLElement>();
  const [Popup, setPopup] = useState<Popup>();

  useEffect(() => {
    const controller = new AbortController();
    let pending: ReturnType<typeof setTimeout> | undefined;
    let shown: HTMLElement | undefined;
    /** A pressed control shows no tooltip until the pointer enters it again. */
    let pressed: HTMLElement | undefined;

    const schedule = (next: HTMLElement | undefined, delay: number) => {
      clearTimeout(pending);
      if (next === shown) return;
      if (next) void loadPopup().then(loaded => setPopup(() => loaded));
      const show = () => setControl((shown = next));
      if (delay === 0) show();
      else pending = setTimeout(show, delay);
    };
    const handlePointer = (event: PointerEvent) => {
      // During the theme's view transition, pointer events target the root.
      if (event.pointerType === 'touch' || event.target === document.documentElement) return;
      const hovered = findControl(event.target);
      if (hovered && hovered === pressed) return;
      pressed = undefined;
      if (hovered) schedule(hovered, shown ? 0 : OPEN_DELAY);
      else if (isTooltip(event.target)) schedule(shown, 0);
      else schedule(undefined, CLOSE_DELAY);
    };
    const focus = (event: FocusEvent) => {
      const focused = findControl(event.target);
      schedule(focused?.matches(':focus-visible') ? focused : undefined, 0);
    };
    const listen = (kind: string, listener: (event: never) => void) =>
      document.addEventListener(kind, listener as EventListener, { signal: controller.signal });
    listen('pointerover', handlePointer);
    listen('focusin', focus);
    listen('focusout', () => schedule(undefined, 0));
    listen('click', (event: MouseEvent) => {
      pressed = findControl(event.target);
      schedule(undefined, 0);
    });
    listen('keydown', (event: KeyboardEvent) => event.key === 'Escape' && schedule(undefined, 0));
    // The pointer may already be on a control when this code has loaded.
    schedule(document.querySelector<HTMLElement>(`${CONTROL}:is(:hover, :focus-visible)`) ?? undefined, 0);
    return () => {
      clearTimeout(pending);
      controller.abort();
    };
  }, []);

  return control && Popup ? <Popup anchor={control} label={control.dataset.tooltip ?? ''} /> : null;
}

/** Returns undefined offline; the next hover or focus tries again. */
async function loadPopup(): Promise<Popup | undefined> {
  try {
    return (await import('./TooltipPopup.tsx')).default;
  } catch {
    return undefined;
  }
}

function findControl(target: EventTarget | null): HTMLElement | undefined {
  return (target instanceof Element && target.closest<HTMLElement>(CONTROL)) || undefined;
}

function isTooltip(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role=tooltip]') !== null;
}
