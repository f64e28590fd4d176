import { type PointerEvent, useRef, useState } from 'react';

/** Returns the list with one item moved to another index. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const rest = items.toSpliced(from, 1);
  const item = items[from];
  return item === undefined ? rest : rest.toSpliced(Math.max(0, Math.min(to, rest.length)), 0, item);
}

/** Pixels from the window's edge at which the page scrolls, and pixels per frame. */
const EDGE = 72;
const SCROLL_STEP = 10;

interface Drag {
  readonly key: string;
  x: number;
  y: number;
  frame: number;
  readonly listeners: AbortController;
  /** The keys in the order shown while dragging. */
  order: readonly string[];
}

/**
 * Reorders list items by dragging a handle or step by step. `onOrder` receives the keys once an item is dropped
 * elsewhere; until then the order is only displayed. Escape cancels.
 */
export function useReorder(keys: readonly string[], onOrder: (keys: string[]) => void) {
  const [shown, setShown] = useState<readonly string[]>();
  const [dragged, setDragged] = useState<string>();
  const list = useRef<HTMLElement | null>(null);
  const drag = useRef<Drag>(undefined);

  /** Moves the dragged item to the pointer. */
  const moveToPointer = (current: Drag) => {
    const { key, x, y, order } = current;
    const items = [...(list.current?.children ?? [])];
    const to = items.findIndex(item => {
      const { left, right, top, bottom } = item.getBoundingClientRect();
      return x >= left && x < right && y >= top && y < bottom;
    });
    const from = order.indexOf(key);
    if (to < 0 || to === from) return;
    current.order = moveItem(order, from, to);
    setShown(current.order);
  };
  const autoScroll = () => {
    const current = drag.current;
    if (!current) return;
    const by = current.y < EDGE ? -SCROLL_STEP : current.y > innerHeight - EDGE ? SCROLL_STEP : 0;
    if (by !== 0) {
      scrollBy(0, by);
      moveToPointer(current);
    }
    current.frame = requestAnimationFrame(autoScroll);
  };
  const end = (commit: boolean) => {
    if (!drag.current) return;
    const { frame, listeners, order } = drag.current;
    cancelAnimationFrame(frame);
    listeners.abort();
    drag.current = undefined;
    setDragged(undefined);
    setShown(undefined);
    if (commit && order.some((key, index) => key !== keys[index])) onOrder([...order]);
  };
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return;
    event.stopPropagation();
    end(false);
  };

  return {
    order: shown ?? keys,
    dragged,
    /** For the element whose children are the items. */
    list: (element: HTMLElement | null) => {
      list.current = element;
    },
    /** For the handle of an item. */
    handle: (key: string) => ({
      onPointerDown: (event: PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        const { clientX: x, clientY: y } = event;
        const listeners = new AbortController();
        drag.current = { key, x, y, order: keys, frame: requestAnimationFrame(autoScroll), listeners };
        addEventListener('keydown', cancel, { capture: true, signal: listeners.signal });
        setDragged(key);
      },
      onPointerMove: (event: PointerEvent<HTMLElement>) => {
        if (!drag.current) return;
        drag.current.x = event.clientX;
        drag.current.y = event.clientY;
        moveToPointer(drag.current);
      },
      onPointerUp: () => end(true),
      onPointerCancel: () => end(false),
    }),
    /** Moves an item by a number of positions immediately. */
    step: (key: string, by: number) => {
      const from = keys.indexOf(key);
      const to = from + by;
      if (to >= 0 && to < keys.length) onOrder(moveItem(keys, from, to));
    },
  };
}
