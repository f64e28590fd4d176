/** The longest text that a list is searched for, in characters. */
export const MAX_SEARCH_LENGTH = 120;

/** Lists count exactly up to this many rows. A larger total is an estimate. */
export const MAX_EXACT_TOTAL = 10_000;

/** Pages up to this one are found by number. Beyond it, skipping the rows before takes too long. */
export const NUMBERED_PAGES = 50;

/** The row that a page of a list starts after or ends before. */
export interface PageCursor {
  readonly after?: string | number;
  readonly before?: string | number;
}

/**
 * Returns one page of a list. If `total` is an estimate, the page corrects it: a page that isn't full is the last one,
 * and after a full page there may be more.
 */
export function pageOf<Item>(
  { page, pageSize }: { readonly page: number; readonly pageSize: number },
  items: Item[],
  total: number,
): { items: Item[]; total: number; page: number; pageSize: number } {
  const end = (page - 1) * pageSize + items.length;
  const known = total <= MAX_EXACT_TOTAL;
  if (known) return { items, total, page, pageSize };
  if (items.length === 0) return { items, total: Math.min(total, end), page, pageSize };
  return { items, total: items.length < pageSize ? end : Math.max(total, end + 1), page, pageSize };
}

/** Returns a total for display: "1 order", "1,037 orders", "about 103,000 orders". */
export function totalText(total: number, [one, several]: readonly [one: string, several: string]): string {
  return `${total > MAX_EXACT_TOTAL ? 'about ' : ''}${total.toLocaleString('en')} ${total === 1 ? one : several}`;
}
