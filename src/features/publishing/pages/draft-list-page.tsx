import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { Form, Link, useActionData, useLoaderData } from 'react-router';
import { runBulkAction } from '#platform/pages/bulk-action.ts';
import { filtersOf, parseListParams, pageKeys } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import { BulkActions } from '#ui/table/BulkActions.tsx';
import { useColumnVisibility } from '#ui/table/ColumnPicker.tsx';
import { DataTable } from '#ui/table/DataTable.tsx';
import { type RowActionConfig, RowActionNotice, useRowActions } from '#ui/table/row-actions.tsx';
import { useSelection } from '#ui/table/selection.ts';
import { type TableFilter, EmptyState, toTableUrl, TableSummary, TableToolbar } from '#ui/table/TableToolbar.tsx';
import {
  statusFilter,
  type DraftRow,
  DraftRowMenu,
  createDraftColumns,
  draftSortOptions,
} from '../components/draft-table-columns.tsx';
import type { EditingClient } from '../contract/editing-client.ts';
import type { ListedDraft } from '../contract/schemas.ts';
import {
  type BulkAction,
  bulkActionLabels,
  parseBulkAction,
  bulkActions,
  formatBulkResult,
  getConfirmation,
  findUndoAction,
} from '../rules/bulk-actions.ts';
import { toPublishingState, type EntryActor } from '../rules/transitions.ts';

interface DraftListOptions<Summary extends ListedDraft> {
  readonly noun: 'post' | 'project';
  /** What a writer does with a new one. */
  readonly verb: 'write' | 'add';
  readonly clientOf: (api: Api) => EditingClient<Summary, Pick<Summary, 'id'>, unknown, never>;
  readonly categories: readonly string[];
  readonly paths: {
    readonly list: string;
    readonly add: string;
    readonly edit: (id: Summary['id']) => string;
    readonly preview: (id: Summary['id']) => string;
    readonly public: (draft: Summary) => string;
  };
  /** Further actions of the owner for the list as a whole. */
  readonly ownerTools?: ReactNode;
}

const KEYS = ['search', 'status', 'category', 'author', 'sort', ...pageKeys];

/** Creates the page with the user's own posts or projects; for the owner, everyone's. */
export function createDraftListPage<Summary extends ListedDraft>(options: DraftListOptions<Summary>) {
  const { noun, verb, clientOf, paths } = options;

  const loader = pageLoader(async ({ api, searchParams }) => {
    const query = filtersOf(searchParams, KEYS);
    const [list, { role }] = await Promise.all([
      clientOf(api).listDrafts(parseListParams(searchParams, KEYS)),
      api.profile.get(),
    ]);
    return { ...list, query, role };
  });

  const action = pageAction(({ api, form, getAll }) =>
    runBulkAction(parseBulkAction(form.get('do')), getAll('text'), noun, async (change, id) => {
      const client = clientOf(api);
      if (change === 'delete') await client.delete({ id });
      else if (change === 'restore') await client.restore({ id });
      else await client.transition({ id, transition: change });
      return id;
    }),
  );

  function toRow(draft: Summary, role: EntryActor['role']): DraftRow {
    const { id, isOwn, publishedAt } = draft;
    const isPublic = draft.status === 'published' && draft.deletedAt === null;
    return {
      ...draft,
      key: String(id),
      // Noon UTC falls on the same day in almost every time zone.
      publishedAt: publishedAt?.includes('T') === false ? `${publishedAt}T12:00:00Z` : publishedAt,
      standing: toPublishingState(draft),
      writer: { role, own: isOwn },
      editPath: paths.edit(id),
      previewPath: paths.preview(id),
      publicPath: isPublic ? paths.public(draft) : undefined,
    };
  }

  function Component() {
    const { items, role, total, page, pageSize, query } = useLoaderData<typeof loader>();
    const result = useActionData<typeof action>();
    const lines = items.map(draft => toRow(draft, role));
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
      options: options.categories.map(name => ({ value: name, label: name })),
    };
    return (
      <DashboardPage
        title={title}
        intro={intros[role]}
        aside={
          <div className="flex flex-wrap gap-3">
            {ofAll && options.ownerTools}
            <Link className="button button-primary" to={paths.add}>
              <Plus className="size-4" aria-hidden="true" /> {capitalize(verb)} a {noun}
            </Link>
          </div>
        }
      >
        {(total > 0 || narrowed) && (
          <>
            <TableToolbar
              path={paths.list}
              query={query}
              searchLabel="Title"
              filters={ofAll ? [statusFilter, categoryFilter, writerFilter] : [statusFilter, categoryFilter]}
              sorts={draftSortOptions}
            >
              {columnPicker}
            </TableToolbar>
            <TableSummary path={paths.list} query={query} total={total} noun={[noun, several]} />
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
            <Form action={paths.add} className="mt-7">
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
              getSortUrl={sort => toTableUrl(paths.list, { ...query, sort }, 'edited_desc')}
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
          hrefOf={(number, cursor) => toTableUrl(paths.list, query, 'edited_desc', number, cursor)}
        />
        {change.dialog}
      </DashboardPage>
    );
  }

  return { loader, action, Component };
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
