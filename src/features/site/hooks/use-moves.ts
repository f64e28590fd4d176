import { useLayoutEffect, useRef, useState } from 'react';

/**
 * Moves the entries of a list with `ReorderButtons`: keeps the focus on the moved entry and announces its new place.
 * Put `list` on the element that contains them.
 */
export function useMoves(count: number, onMove: (from: number, to: number) => void) {
  const list = useRef<HTMLOListElement>(null);
  const [announcement, setAnnouncement] = useState('');
  /** Selector of the element to focus after the next rendering. */
  const focus = useRef<string>(undefined);
  // A passive effect of the previous render could run after the next press, before the buttons have moved.
  useLayoutEffect(() => {
    if (focus.current) list.current?.querySelector<HTMLElement>(focus.current)?.focus();
    focus.current = undefined;
  });
  const move = (key: string | number, label: string, from: number, to: number) => {
    if (to < 0 || to >= count || from === to) return;
    // At an end, the pressed button is disabled.
    const isDown = to === 0 || (to > from && to < count - 1);
    focus.current = `[data-move="${key} ${isDown ? 'down' : 'up'}"]`;
    setAnnouncement(`${label} is now ${to + 1} of ${count}.`);
    onMove(from, to);
  };
  const focusNext = (selector: string) => {
    focus.current = selector;
  };
  return { list, announcement, move, focusNext };
}
