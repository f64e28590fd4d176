import Download from 'lucide-react/icons/download';
import type { FormEventHandler, ReactNode } from 'react';
import { withQuery } from '#shared/paths.ts';
import { Pagination } from '../Pagination.tsx';
import type { UrlQuery } from '../use-url-fields.ts';
import { BulkActions } from './BulkActions.tsx';
import type { Column } from './column.ts';
import { useColumnVisibility } from './ColumnPicker.tsx';
import { DataTable } from './DataTable.tsx';
import { type RowActionConfig, RowActionNotice, type RowActionResult, useRowActions } from './row-actions.tsx';
import { type Selection, useSelection } from './selection.ts';
import {
  EmptyState,
  type FixedFilter,
  type SelectOption,
  type TableFilter,
  TableSummary,
  TableToolbar,
  toTableUrl,
} from './TableToolbar.tsx';

/** Shown instead of a table: the problem, and what to do about it. */
interface Message {
  readonly title: string;
  readonly text?: ReactNode;
  readonly action?: ReactNode;
}

interface ListProps<Row> {
  path: string;
  /** Filters and order, as in the URL. */
  query: UrlQuery;
  list: { readonly items: readonly Row[]; readonly total: number; readonly page: number; readonly pageSize: number };
  noun: readonly [one: string, several: string];
  getKey: (row: Row) => string | number;
  /** Label of the search field. If omitted, there is none. */
  searchLabel?: string;
  filters?: readonly TableFilter[];
  fixedFilters?: readonly FixedFilter[];
  /** Sort options; the first is the default. */
  sorts?: readonly SelectOption[];
  isSortVisible?: boolean;
  /** Whether search and filters are left out while the list is empty. */
  hideEmptyToolbar?: boolean;
  empty: Message;
  noMatch: Message;
}

interface SectionProps<Row> extends ListProps<Row> {
  toolbarEnd?: ReactNode;
  notice?: ReactNode;
  /** Renders the rows of the page. */
  children: ReactNode;
}

/** Search, filters, number of rows, the rows, and links to other pages. */
export function ListSection<Row>(props: SectionProps<Row>) {
  const { path, query, list, noun, getKey, searchLabel, filters, fixedFilters = [], sorts, isSortVisible } = props;
  const { items, total, page, pageSize } = list;
  const isFiltered = Object.entries(query).some(([name, value]) => name !== 'sort' && value);
  const { title, text, action } = isFiltered ? props.noMatch : props.empty;
  return (
    <>
      {(total > 0 || isFiltered || !props.hideEmptyToolbar) && (
        <>
          <TableToolbar {...{ path, query, fixedFilters, searchLabel, filters, sorts, isSortVisible }}>
            {props.toolbarEnd}
          </TableToolbar>
          <TableSummary path={path} query={query} fixedFilters={fixedFilters} total={total} noun={noun} />
        </>
      )}
      {props.notice}
      {total === 0 && (
        <EmptyState title={title} action={action}>
          {text}
        </EmptyState>
      )}
      {total > 0 && items.length === 0 && <EmptyState title="This page is empty." />}
      {items.length > 0 && props.children}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(getKey)}
        hrefOf={(number, cursor) => toTableUrl(path, query, sorts?.[0]?.value, number, cursor)}
      />
    </>
  );
}

interface TableListProps<Row> extends ListProps<Row> {
  /** Describes the table to screen readers. */
  caption: string;
  columns: readonly Column<Row>[];
  /** Name under which the choice of columns is stored. If omitted, all columns are shown. */
  columnsKey?: string;
  /** Returns the row's label for its checkbox. */
  getRowLabel: (row: Row) => string;
  renderActions?: (row: Row) => ReactNode;
  selection?: Selection;
  notice?: ReactNode;
  /** Content below the rows. */
  children?: ReactNode;
}

/** A list whose rows are a table. */
export function TableList<Row>({ children, ...props }: TableListProps<Row>) {
  const { path, query, list, getKey, sorts, columnsKey } = props;
  const { visibleColumns, columnPicker } = useColumnVisibility(columnsKey, props.columns);
  const defaultSort = sorts?.[0]?.value;
  return (
    <ListSection {...props} toolbarEnd={columnPicker}>
      <DataTable
        caption={props.caption}
        columns={visibleColumns}
        rows={list.items}
        getRowId={row => String(getKey(row))}
        getRowLabel={props.getRowLabel}
        sort={query.sort ?? defaultSort}
        getSortUrl={sorts && (sort => toTableUrl(path, { ...query, sort }, defaultSort))}
        selection={props.selection}
        renderActions={props.renderActions}
      />
      {children}
    </ListSection>
  );
}

interface ActionTableListProps<Row, Action extends string, Result>
  extends Omit<TableListProps<Row>, 'renderActions' | 'selection' | 'notice' | 'children'> {
  actions: RowActionConfig<Action, Result>;
  result: RowActionResult<Action, Result>;
  /** Name of the form field with a row's key. */
  field: string;
  bulkActions: readonly Action[];
  defaultBulkAction?: Action | undefined;
  renderActions: (row: Row, onSubmit: FormEventHandler<HTMLFormElement>) => ReactNode;
}

/** A list whose rows can be changed: one with its menu, several with their checkboxes. */
export function ActionTableList<Row, Action extends string, Result>({
  actions,
  result,
  field,
  bulkActions,
  defaultBulkAction,
  renderActions,
  ...props
}: ActionTableListProps<Row, Action, Result>) {
  const selection = useSelection(
    'bulk',
    field,
    props.list.items.map(row => String(props.getKey(row))),
  );
  const { onSubmit, dialog } = useRowActions(actions, selection, result);
  return (
    <>
      <TableList
        {...props}
        selection={selection}
        notice={<RowActionNotice result={result} />}
        renderActions={row => renderActions(row, onSubmit)}
      >
        <BulkActions
          form={selection.form}
          selectedCount={selection.selectedKeys.size}
          options={bulkActions.map(value => ({ value, label: actions.labels[value] }))}
          defaultAction={defaultBulkAction}
          onSubmit={onSubmit}
        />
      </TableList>
      {dialog}
    </>
  );
}

/** Downloads a list as CSV, with its filters. */
export function DownloadCsvLink({ path, query }: { path: string; query: UrlQuery }) {
  return (
    <a className="button" href={withQuery(path, query)} download>
      <Download className="size-4" aria-hidden="true" />
      <span>
        <span className="max-sm:sr-only">Download </span>CSV
      </span>
    </a>
  );
}
