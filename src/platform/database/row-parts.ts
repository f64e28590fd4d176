/** So many rows are read at once. */
const PART = 500;

/**
 * Yields all rows of a list in its order, a part at a time, for an export of any length. The ids are read once, so what
 * changes meanwhile moves no row; each part is a query of its own, so a slow reader holds no connection.
 */
export async function* rowsInParts<Id, Row>(
  ids: PromiseLike<{ id: Id }[]>,
  listRows: (ids: Id[]) => Promise<Row[]>,
): AsyncGenerator<Row[]> {
  const all = await ids;
  for (let from = 0; from < all.length; from += PART) {
    yield await listRows(all.slice(from, from + PART).map(({ id }) => id));
  }
}
