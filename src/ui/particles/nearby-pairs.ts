interface Point {
  readonly x: number;
  readonly y: number;
}

/**
 * Calls back for each pair of points less than `reach` apart, with their distance. A grid with cells of that size
 * limits comparisons to neighbors.
 */
export function forEachNearbyPair<T extends Point>(
  points: readonly T[],
  reach: number,
  each: (one: T, other: T, distance: number) => void,
): void {
  const cells = new Map<number, T[]>();
  for (const point of points) {
    const column = Math.floor(point.x / reach);
    const row = Math.floor(point.y / reach);
    // Comparing only with earlier points visits each pair once.
    for (let y = row - 1; y <= row + 1; y++) {
      for (let x = column - 1; x <= column + 1; x++) {
        for (const other of cells.get(getCellKey(x, y)) ?? []) {
          const distance = Math.hypot(point.x - other.x, point.y - other.y);
          if (distance < reach) each(point, other, distance);
        }
      }
    }
    const key = getCellKey(column, row);
    const cell = cells.get(key);
    if (cell) cell.push(point);
    else cells.set(key, [point]);
  }
}

/** Returns a unique number for a grid cell. */
function getCellKey(column: number, row: number): number {
  return row * 65_536 + column;
}
