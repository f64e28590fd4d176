import type { ReactNode } from 'react';
import { useActionData, useLoaderData } from 'react-router';
import { runBulkAction } from '#platform/pages/bulk-action.ts';
import { filtersOf, parseListParams, pageKeys } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import type { DraftRow } from '../components/draft-table-columns.tsx';
import { DraftTable } from '../components/DraftTable.tsx';
import type { EditingClient } from '../contract/editing-client.ts';
import type { ListedDraft } from '../contract/schemas.ts';
import { parseBulkAction } from '../rules/bulk-actions.ts';
import { toPublishingState, type EntryActor } from '../rules/transitions.ts';

interface DraftListOptions<Summary extends ListedDraft> {
  readonly noun: 'post' | 'project';
  /** What a writer does with a new one. */
  readonly verb: 'write' | 'add';
  readonly clientOf: (
    api: Api,
  ) => Pick<
    EditingClient<Summary, Pick<Summary, 'id'>, unknown, never>,
    'delete' | 'listDrafts' | 'restore' | 'transition'
  >;
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
    const { id, title, category, authorName, isOwn, editedAt, publishedAt, scheduledFor } = draft;
    const isPublic = draft.status === 'published' && draft.deletedAt === null;
    return {
      key: String(id),
      title,
      category,
      authorName,
      changedAt: editedAt,
      // Noon UTC falls on the same day in almost every time zone.
      publishedAt: publishedAt?.includes('T') === false ? `${publishedAt}T12:00:00Z` : publishedAt,
      scheduledFor,
      standing: toPublishingState(draft),
      writer: { role, own: isOwn },
      editPath: paths.edit(id),
      previewPath: paths.preview(id),
      publicPath: isPublic ? paths.public(draft) : undefined,
    };
  }

  function Component() {
    const { items, role, ...list } = useLoaderData<typeof loader>();
    const result = useActionData<typeof action>();
    return (
      <DraftTable
        {...list}
        {...{ noun, verb, role, result }}
        path={paths.list}
        addPath={paths.add}
        categories={options.categories}
        lines={items.map(draft => toRow(draft, role))}
        tools={role === 'owner' && options.ownerTools}
      />
    );
  }

  return { loader, action, Component };
}
