import { type RefObject, useEffect, useRef } from 'react';

/**
 * Moves the focus in a list whose rows can be added and removed: from a control in `data-add-row` to the first field of
 * the new row, and from a removed row to the button that removes its neighbor, or else to the one that adds rows. Returns
 * a ref for the parent of the rows.
 */
export function useRowFocus<List extends HTMLElement>(count: number): RefObject<List | null> {
  const list = useRef<List>(null);
  const previous = useRef<{ count: number; rows: readonly Element[] }>({ count, rows: [] });
  useEffect(() => {
    const added = count - previous.current.count;
    const removedAt = previous.current.rows.findIndex(row => !row.isConnected);
    const rows = [...(list.current?.children ?? [])];
    previous.current = { count, rows };
    const find = (row: Element | null | undefined, control: string) => row?.querySelector<HTMLElement>(control);
    const { activeElement, body } = document;
    if (added > 0 && activeElement?.closest('[data-add-row]')) {
      const fields = rows.map(row =>
        find(row, ':is(input:not([type=hidden]), textarea, select):not([data-add-row] *)'),
      );
      fields.findLast(Boolean)?.focus();
    } else if (added < 0 && activeElement === body) {
      const neighbors = [rows[removedAt], rows[removedAt - 1]].map(row => find(row, '[aria-label^="Remove "]'));
      const add = 'button[data-add-row], [data-add-row] button';
      (neighbors.find(Boolean) ?? find(list.current, add) ?? find(list.current?.parentElement, add))?.focus();
    }
  });
  return list;
}
