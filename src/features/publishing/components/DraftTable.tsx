import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { Form, Link } from 'react-router';
import { Pagination } from '#ui/Pagination.tsx';
import { BulkActions } from '#ui/table/BulkActions.tsx';
import { useColumnVisibility } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { type RowActionConfig, RowActionNotice, type RowActionResult, useRowActions } from '#ui/table/row-actions.tsx';
import { type TableFilter, EmptyState, toTableUrl, TableSummary, TableToolbar } from '#ui/table/TableToolbar.tsx';
import { useSelection } from '#ui/table/selection.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import {
  type BulkAction,
  bulkActionLabels,
  parseBulkAction,
  bulkActions,
  formatBulkResult,
  getConfirmation,
  findUndoAction,
} from '../rules/bulk-actions.ts';
import type { EntryActor } from '../rules/transitions.ts';
import {
  statusFilter,
  type DraftRow,
  DraftRowMenu,
  createDraftColumns,
  draftSortOptions,
} from './draft-table-columns.tsx';

interface DraftTableProps {
  noun: 'post' | 'project';
  /** What a writer does with a new one. */
  verb: 'write' | 'add';
  /** The owner's list includes everyone's texts. */
  role: EntryActor['role'];
  path: string;
  addPath: string;
  categories: readonly string[];
  lines: readonly DraftRow[];
  total: number;
  page: number;
  pageSize: number;
  /** Filters and sort order from the URL. */
  query: Readonly<Record<string, string>>;
  result: RowActionResult<BulkAction, string>;
  /** Further actions for the list as a whole. */
  tools?: ReactNode;
}

const writerFilter: TableFilter = {
  name: 'author',
  label: 'Writer',
  allLabel: 'Anybody',
  options: [
    { value: 'me', label: 'Me' },
    { value: 'others', label: 'Others' },
  ],
};

/** Lists the texts that the user may edit, with filters and bulk actions. */
export function DraftTable(props: DraftTableProps) {
  const { noun, verb, role, path, lines, total, page, pageSize, query, result } = props;
  const several = `${noun}s`;
  const ofAll = role === 'owner';
  const title = ofAll ? capitalize(several) : `My ${several}`;
  const intros = {
    owner: `Everybody’s ${several}. What others submit waits here for you.`,
    author: undefined,
    member: `What you ${verb} is yours alone until you submit it and the owner publishes it.`,
  };
  const selection = useSelection(
    'bulk',
    'text',
    lines.map(line => line.key),
  );
  const { visibleColumns, columnPicker } = useColumnVisibility(
    ofAll ? `${several}-of-all` : several,
    createDraftColumns(ofAll),
  );
  const change = useRowActions(changesOf(lines, noun), selection, result);
  const offered = bulkActions.filter(each => (each === 'restore') === (query.status === 'deleted'));
  const narrowed = Object.keys(query).some(key => key !== 'sort');
  const categoryFilter: TableFilter = {
    name: 'category',
    label: 'Category',
    allLabel: 'Any category',
    options: props.categories.map(name => ({ value: name, label: name })),
  };
  return (
    <DashboardPage
      title={title}
      intro={intros[role]}
      aside={
        <div className="flex flex-wrap gap-3">
          {props.tools}
          <Link className="button button-primary" to={props.addPath}>
            <Plus className="size-4" aria-hidden="true" /> {capitalize(verb)} a {noun}
          </Link>
        </div>
      }
    >
      {(total > 0 || narrowed) && (
        <>
          <TableToolbar
            path={path}
            query={query}
            searchLabel="Title"
            filters={ofAll ? [statusFilter, categoryFilter, writerFilter] : [statusFilter, categoryFilter]}
            sorts={draftSortOptions}
          >
            {columnPicker}
          </TableToolbar>
          <TableSummary path={path} query={query} total={total} noun={[noun, several]} />
        </>
      )}
      <RowActionNotice result={result} />
      {total === 0 && narrowed && (
        <EmptyState title={`No ${noun} matches that.`}>Try other words, or fewer filters.</EmptyState>
      )}
      {total === 0 && !narrowed && (
        <div className="border-t border-rule py-14">
          <p className="text-lead">Nothing is written yet.</p>
          <p className="mt-2 max-w-[29em] text-ink-soft">
            New {noun}s start as drafts. Readers can’t see them, and they are saved as you type.
          </p>
          <Form action={props.addPath} className="mt-7">
            <button type="submit" className="button button-primary">
              {capitalize(verb)} the first {noun}
            </button>
          </Form>
        </div>
      )}
      {total > 0 && lines.length === 0 && <EmptyState title="The list ends before this page." />}
      {lines.length > 0 && (
        <>
          <DataTable
            caption={title}
            columns={visibleColumns}
            rows={lines}
            getRowId={line => line.key}
            getRowLabel={line => line.title || 'Untitled'}
            sort={query.sort ?? 'edited_desc'}
            getSortUrl={sort => toTableUrl(path, { ...query, sort }, 'edited_desc')}
            selection={selection}
            renderActions={line => <DraftRowMenu line={line} onSubmit={change.onSubmit} />}
          />
          <BulkActions
            form={selection.form}
            selectedCount={selection.selectedKeys.size}
            options={offered.map(value => ({ value, label: bulkActionLabels[value] }))}
            onSubmit={change.onSubmit}
          />
        </>
      )}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        rows={lines.map(({ key }) => key)}
        hrefOf={(number, cursor) => toTableUrl(path, query, 'edited_desc', number, cursor)}
      />
      {change.dialog}
    </DashboardPage>
  );
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the row actions of these texts; `noun` as in "post". */
function changesOf(lines: readonly DraftRow[], noun: string): RowActionConfig<BulkAction, string> {
  return {
    changeOf: parseBulkAction,
    labels: bulkActionLabels,
    keyOf: key => key,
    formatResult: (change, changed) => formatBulkResult(change, changed.length, noun),
    getUndoAction: findUndoAction,
    getConfirmation: (change, keys) => {
      const titles = lines.filter(line => keys.includes(line.key)).map(line => line.title);
      return getConfirmation(change, titles, noun);
    },
  };
}
