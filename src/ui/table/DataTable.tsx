import ArrowDown from 'lucide-react/icons/arrow-down';
import ArrowUp from 'lucide-react/icons/arrow-up';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { Column } from './column.ts';
import type { Selection } from './selection.ts';

interface DataTableProps<Row> {
  /** Describes the table to screen readers. */
  caption: string;
  /** The first column names the row. */
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  getRowId: (row: Row) => string;
  /** Returns the row's label for its checkbox. */
  getRowLabel: (row: Row) => string;
  sort?: string | undefined;
  /** Returns the URL of the list in a sort order. */
  getSortUrl?: ((sort: string) => string) | undefined;
  /** Makes rows selectable for a form, which receives their keys. */
  selection?: Selection | undefined;
  /** Renders the row's actions, such as a {@link import('./RowMenu.tsx').RowMenu}. */
  renderActions?: ((row: Row) => ReactNode) | undefined;
}

// In narrow containers each row is a card that repeats the headings.
const cell =
  'flex items-baseline justify-between gap-4 py-1 @max-3xl:has-[>:last-child:empty]:hidden @3xl:table-cell @3xl:h-11 @3xl:py-1.5 @3xl:pr-5 @3xl:align-middle @3xl:last:pr-0 @3xl:pointer-fine:h-10 @3xl:pointer-fine:py-1';
const corner = 'absolute top-3 @3xl:static @3xl:table-cell @3xl:w-12 @3xl:align-middle';

/** Table that turns rows into cards in narrow containers. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { caption, columns, rows, getRowId, getRowLabel, selection, renderActions } = props;
  const [first, ...others] = columns;
  if (!first) return null;
  return (
    <div className="@container">
      {selection && (
        <div className="mb-1 pl-1.5 @3xl:hidden">
          <SelectAll keys={rows.map(getRowId)} selection={selection} showsLabel />
        </div>
      )}
      <table className="block w-full text-left text-small @3xl:table">
        <caption className="sr-only">{caption}</caption>
        <TableHead {...props} />
        <tbody className="grid grid-cols-1 gap-3 @xl:grid-cols-2 @3xl:table-row-group">
          {rows.map(row => (
            <tr
              key={getRowId(row)}
              className="relative block rounded-control border border-rule px-4 py-3 @3xl:table-row @3xl:rounded-none @3xl:border-0 @3xl:border-b @3xl:hover:bg-raised"
            >
              {selection && (
                <td className={`${corner} left-1.5`}>
                  <Checkbox
                    form={selection.form}
                    name={selection.name}
                    value={getRowId(row)}
                    label={`Select ${getRowLabel(row)}`}
                    checked={selection.selectedKeys.has(getRowId(row))}
                    onChange={on => selection.setSelected([getRowId(row)], on)}
                  />
                </td>
              )}
              <th
                scope="row"
                className={`block pb-2 font-normal [overflow-wrap:anywhere] @max-3xl:content-center @3xl:[overflow-wrap:break-word] @3xl:table-cell @3xl:h-11 @3xl:py-1.5 @3xl:pr-5 @3xl:pointer-fine:h-10 @3xl:pointer-fine:py-1 @3xl:align-middle ${selection ? 'pl-9 @3xl:pl-0' : ''} ${renderActions ? 'pr-12 @max-3xl:min-h-13' : ''}`}
              >
                {first.renderCell(row)}
              </th>
              {others.map(column => (
                <td key={column.id} className={cell}>
                  <span className="hint shrink-0 @3xl:hidden">{column.label}</span>
                  <span className="min-w-0 text-right [overflow-wrap:anywhere] @max-3xl:[&_.meta]:whitespace-normal @3xl:text-left @3xl:[overflow-wrap:break-word]">
                    {column.renderCell(row)}
                  </span>
                </td>
              ))}
              {renderActions && <td className={`${corner} right-1.5`}>{renderActions(row)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableHead<Row>(props: DataTableProps<Row>) {
  const { columns, rows, getRowId, selection, renderActions, sort, getSortUrl } = props;
  return (
    <thead className="hidden @3xl:table-header-group">
      <tr className="border-b border-rule-strong">
        {selection && (
          <td className="w-12">
            <SelectAll keys={rows.map(getRowId)} selection={selection} />
          </td>
        )}
        {columns.map(column => {
          const current = column.sorts?.find(({ value }) => value === sort);
          return (
            <th key={column.id} scope="col" aria-sort={current?.direction} className="pr-5 font-normal">
              <SortLink column={column} sort={sort} getSortUrl={getSortUrl} />
            </th>
          );
        })}
        {renderActions && (
          <th scope="col" className="w-12">
            <span className="sr-only">Actions</span>
          </th>
        )}
      </tr>
    </thead>
  );
}

interface SelectAllProps {
  keys: readonly string[];
  selection: Selection;
  showsLabel?: boolean;
}

function SelectAll({ keys, selection, showsLabel }: SelectAllProps) {
  return (
    <Checkbox
      label="Select all on this page"
      showsLabel={showsLabel}
      checked={keys.length > 0 && keys.every(key => selection.selectedKeys.has(key))}
      onChange={on => selection.setSelected(keys, on)}
    />
  );
}

interface SortLinkProps<Row> {
  column: Column<Row>;
  sort: string | undefined;
  getSortUrl: ((sort: string) => string) | undefined;
}

function SortLink<Row>({ column, sort, getSortUrl }: SortLinkProps<Row>) {
  const className = 'hint whitespace-nowrap inline-flex min-h-11 items-center gap-1.5';
  if (!column.sorts || !getSortUrl) return <span className={className}>{column.label}</span>;
  const [first, other] = column.sorts;
  const current = column.sorts.find(({ value }) => value === sort);
  const Arrow = current?.direction === 'ascending' ? ArrowUp : ArrowDown;
  return (
    <Link
      to={getSortUrl((current === first ? other : first).value)}
      preventScrollReset
      className={`${className} no-underline hover:text-accent ${current ? 'text-ink' : ''}`}
    >
      {column.label}
      {current && <Arrow className="size-3.5" aria-hidden="true" />}
    </Link>
  );
}

interface CheckboxProps {
  form?: string;
  name?: string;
  value?: string;
  label: string;
  showsLabel?: boolean | undefined;
  checked: boolean;
  onChange: (on: boolean) => void;
}

/** Checkbox with a touch-sized target. */
function Checkbox({ label, showsLabel, onChange, ...input }: CheckboxProps) {
  return (
    <label className="inline-flex cursor-pointer items-center gap-1 text-small">
      <span className="grid size-11 place-items-center @3xl:pointer-fine:size-9">
        <input {...input} type="checkbox" className="size-6" onChange={event => onChange(event.target.checked)} />
      </span>
      <span className={showsLabel ? undefined : 'sr-only'}>{label}</span>
    </label>
  );
}
