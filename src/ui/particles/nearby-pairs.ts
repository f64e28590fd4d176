interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Calls back for each pair of places that are less than `reach` apart, with their distance. Places are sorted into
 * squares as wide as the reach, so that each is compared with those around it only, and not with all.
 */
export function forEachNearbyPair<T extends Place>(
  places: readonly T[],
  reach: number,
  each: (one: T, other: T, distance: number) => void,
): void {
  const squares = new Map<number, T[]>();
  for (const place of places) {
    const column = Math.floor(place.x / reach);
    const row = Math.floor(place.y / reach);
    // Those that came before are this one's others, so that each pair is met once.
    for (let y = row - 1; y <= row + 1; y++) {
      for (let x = column - 1; x <= column + 1; x++) {
        for (const other of squares.get(squareAt(x, y)) ?? []) {
          const distance = Math.hypot(place.x - other.x, place.y - other.y);
          if (distance < reach) each(place, other, distance);
        }
      }
    }
    const square = squareAt(column, row);
    const inside = squares.get(square);
    if (inside) inside.push(place);
    else squares.set(square, [place]);
  }
}

/** One number for a square; no two of the same area share one. */
function squareAt(column: number, row: number): number {
  return row * 65_536 + column;
}
