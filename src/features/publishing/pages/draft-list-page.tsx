import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';
import { Form, Link, useActionData, useLoaderData } from 'react-router';
import { runBulkAction } from '#platform/pages/bulk-action.ts';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import type { RowActionConfig } from '#ui/table/row-actions.tsx';
import { ActionTableList } from '#ui/table/TableList.tsx';
import type { TableFilter } from '#ui/table/TableToolbar.tsx';
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
  getConfirmation,
  findUndoAction,
} from '../rules/bulk-actions.ts';
import { formatActionResult } from '../rules/labels.ts';
import { toPublishingState, type EntryActor } from '../rules/transitions.ts';

interface DraftListOptions<Summary extends ListedDraft> {
  readonly noun: 'post' | 'project';
  /** Verb for creating one. */
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
  /** More actions for the list, for the owner. */
  readonly ownerTools?: ReactNode;
}

/** Creates the page with the user's own posts or projects; for the owner, everyone's. */
export function createDraftListPage<Summary extends ListedDraft>(options: DraftListOptions<Summary>) {
  const { noun, verb, clientOf, paths } = options;

  const loader = pageLoader(async ({ api, searchParams }) => {
    const { query, params } = parseListQuery(searchParams, ['search', 'status', 'category', 'author', 'sort']);
    const [list, { role }] = await Promise.all([clientOf(api).listDrafts(params), api.profile.get()]);
    return { list, query, role };
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
      state: toPublishingState(draft),
      writer: { role, own: isOwn },
      editPath: paths.edit(id),
      previewPath: paths.preview(id),
      publicPath: isPublic ? paths.public(draft) : undefined,
    };
  }

  function Component() {
    const { list, role, query } = useLoaderData<typeof loader>();
    const result = useActionData<typeof action>();
    const rows = list.items.map(draft => toRow(draft, role));
    const plural = `${noun}s`;
    const isOwner = role === 'owner';
    const title = isOwner ? capitalize(plural) : `My ${plural}`;
    const intros = {
      owner: `All ${plural}, including those submitted for your review.`,
      author: undefined,
      member: `Your ${plural} aren’t public until you submit them and the owner publishes them.`,
    };
    const categoryFilter: TableFilter = {
      name: 'category',
      label: 'Category',
      allLabel: 'All categories',
      options: options.categories.map(name => ({ value: name, label: name })),
    };
    return (
      <DashboardPage
        title={title}
        intro={intros[role]}
        aside={
          <div className="flex flex-wrap gap-3">
            {isOwner && options.ownerTools}
            <Link className="button button-primary" to={paths.add}>
              <Plus className="size-4" aria-hidden="true" /> {capitalize(verb)} a {noun}
            </Link>
          </div>
        }
      >
        <ActionTableList
          path={paths.list}
          query={query}
          list={{ ...list, items: rows }}
          noun={[noun, plural]}
          caption={title}
          columns={createDraftColumns(isOwner)}
          columnsKey={isOwner ? `${plural}-of-all` : plural}
          getKey={({ key }) => key}
          getRowLabel={row => row.title || 'Untitled'}
          searchLabel="Title"
          filters={isOwner ? [statusFilter, categoryFilter, writerFilter] : [statusFilter, categoryFilter]}
          sorts={draftSortOptions}
          hideEmptyToolbar
          empty={{
            title: `No ${plural} yet.`,
            text: `New ${plural} start as drafts and save as you type. Readers can’t see them until they’re published.`,
            action: (
              <Form action={paths.add} className="mt-7">
                <button type="submit" className="button button-primary">
                  {capitalize(verb)} your first {noun}
                </button>
              </Form>
            ),
          }}
          noMatch={{ title: `No matching ${plural}.`, text: 'Try different words or fewer filters.' }}
          actions={createActionConfig(rows, noun)}
          result={result}
          field="text"
          bulkActions={bulkActions.filter(each => (each === 'restore') === (query.status === 'deleted'))}
          renderActions={(row, onSubmit) => <DraftRowMenu row={row} onSubmit={onSubmit} />}
        />
      </DashboardPage>
    );
  }

  return { loader, action, Component };
}

const writerFilter: TableFilter = {
  name: 'author',
  label: 'Author',
  allLabel: 'All authors',
  options: [
    { value: 'me', label: 'Me' },
    { value: 'others', label: 'Others' },
  ],
};

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** Returns the row actions of these texts; `noun` as in "post". */
function createActionConfig(rows: readonly DraftRow[], noun: string): RowActionConfig<BulkAction, string> {
  return {
    parseAction: parseBulkAction,
    labels: bulkActionLabels,
    keyOf: key => key,
    formatResult: (change, changed) => formatActionResult(change, changed.length, noun),
    getUndoAction: findUndoAction,
    getConfirmation: (change, keys) => {
      const titles = rows.filter(row => keys.includes(row.key)).map(row => row.title);
      return getConfirmation(change, titles, noun);
    },
  };
}
