interface Place {
  readonly x: number;
  readonly y: number;
}

/**
 * Calls back for each pair of places less than `reach` apart, with their distance. A grid with cells of that size
 * limits comparisons to neighbors.
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
    // Comparing only with earlier places visits each pair once.
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

/** Returns a unique number for a grid cell. */
function squareAt(column: number, row: number): number {
  return row * 65_536 + column;
}
