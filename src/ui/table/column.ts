import type { ReactNode } from 'react';

export interface Column<Row> {
  /** Key of the column in the stored column choice. */
  readonly id: string;
  readonly label: string;
  readonly renderCell: (row: Row) => ReactNode;
  /** Sort orders by this column; pressing the heading applies the first, then toggles. */
  readonly sorts?: readonly [first: ColumnSortOption, other: ColumnSortOption];
  /** Whether the column can't be hidden. */
  readonly isAlwaysVisible?: boolean;
}

/** A sort order as in the URL, and its direction for assistive technology. */
export interface ColumnSortOption {
  readonly value: string;
  readonly direction: 'ascending' | 'descending';
}

/** Returns a column's sort orders, ascending first. */
export function sortAscendingFirst(
  ascending: string,
  descending: string,
): readonly [ColumnSortOption, ColumnSortOption] {
  return [
    { value: ascending, direction: 'ascending' },
    { value: descending, direction: 'descending' },
  ];
}

/** Returns a column's sort orders, descending first, as for times. */
export function sortDescendingFirst(
  descending: string,
  ascending: string,
): readonly [ColumnSortOption, ColumnSortOption] {
  const [up, down] = sortAscendingFirst(ascending, descending);
  return [down, up];
}
