import type { ReactNode } from 'react';

/** A column of a table. */
export interface Column<Row> {
  /** By which the reader's choice of columns is kept. */
  readonly id: string;
  readonly label: string;
  readonly renderCell: (row: Row) => ReactNode;
  /** The list's orders by this column. A press on the heading gives the first, the next press the other one. */
  readonly sorts?: readonly [first: ColumnSortOption, other: ColumnSortOption];
  /** Cannot be put away. */
  readonly isAlwaysVisible?: boolean;
}

/** An order of a list, as its address has it, and as assistive technology tells it. */
export interface ColumnSortOption {
  readonly value: string;
  readonly direction: 'ascending' | 'descending';
}

/** A column's two orders, the ascending one first. */
export function sortAscendingFirst(
  ascending: string,
  descending: string,
): readonly [ColumnSortOption, ColumnSortOption] {
  return [
    { value: ascending, direction: 'ascending' },
    { value: descending, direction: 'descending' },
  ];
}

/** A column's two orders, the descending one first, as suits times. */
export function sortDescendingFirst(
  descending: string,
  ascending: string,
): readonly [ColumnSortOption, ColumnSortOption] {
  const [up, down] = sortAscendingFirst(ascending, descending);
  return [down, up];
}
