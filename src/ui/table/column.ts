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

/** Options to sort by time, name or email address, for layouts without column headings. */
export const sortOptions = {
  time: [
    { value: 'newest', label: 'Newest first' },
    { value: 'oldest', label: 'Oldest first' },
  ],
  name: [
    { value: 'name_asc', label: 'Name, A to Z' },
    { value: 'name_desc', label: 'Name, Z to A' },
  ],
  email: [
    { value: 'email_asc', label: 'Email, A to Z' },
    { value: 'email_desc', label: 'Email, Z to A' },
  ],
};
