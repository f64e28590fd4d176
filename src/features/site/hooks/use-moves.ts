import { useState } from 'react';

/** Moves the entries of a list and announces their new places. */
export function useMoves(count: number, onMove: (from: number, to: number) => void) {
  const [announcement, setAnnouncement] = useState('');
  const move = (label: string, from: number, to: number) => {
    if (to < 0 || to >= count || from === to) return;
    setAnnouncement(`${label} moved to position ${to + 1} of ${count}.`);
    onMove(from, to);
  };
  return { announcement, move };
}
