import ListOrdered from 'lucide-react/icons/list-ordered';
import { Link, useActionData, useLoaderData } from 'react-router';
import { DraftTable, type BulkAction, parseBulkAction } from '#features/publishing/browser.ts';
import { runBulkAction } from '#platform/pages/bulk-action.ts';
import { filtersOf, parseListParams, pageKeys } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { projectCategories } from '../contract/categories.ts';
import { toDraftListItem } from '../rules/draft-list.ts';

const KEYS = ['search', 'status', 'category', 'author', 'sort', ...pageKeys];

export const loader = pageLoader(async ({ api, searchParams }) => {
  const query = filtersOf(searchParams, KEYS);
  const [list, { role }] = await Promise.all([
    api.projects.listDrafts(parseListParams(searchParams, KEYS)),
    api.profile.get(),
  ]);
  return { ...list, query, role };
});

export const action = pageAction(({ api, form, getAll }) =>
  runBulkAction(parseBulkAction(form.get('do')), getAll('text'), 'project', async (change, key) => {
    await carryOut(api, change, key);
    return key;
  }),
);

function carryOut(api: Api, change: BulkAction, id: string): Promise<unknown> {
  if (change === 'delete') return api.projects.delete({ id });
  if (change === 'restore') return api.projects.restore({ id });
  return api.projects.transition({ id, transition: change });
}

const intros = {
  owner: 'Everybody’s projects. What others submit waits here for you.',
  author: undefined,
  member: 'What you add is yours alone until you submit it and the owner publishes it.',
};

/** Lists the user's own projects; for the owner, everyone's. */
export function Component() {
  const { items, role, ...list } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const isOwner = role === 'owner';
  return (
    <DraftTable
      {...list}
      title={isOwner ? 'Projects' : 'My projects'}
      intro={intros[role]}
      noun={['project', 'projects']}
      path={dashboardPaths.myProjects}
      addPath={dashboardPaths.addProject}
      addLabel="Add a project"
      firstLabel="Add the first project"
      emptyText="A project begins as a draft, which nobody else sees. It is saved while you write."
      ofAll={isOwner}
      categories={projectCategories}
      lines={items.map(item => toDraftListItem(item, role))}
      result={result}
      tools={
        isOwner && (
          <Link className="button" to={dashboardPaths.projectSortOrder}>
            <ListOrdered className="size-4" aria-hidden="true" /> Put into order
          </Link>
        )
      }
    />
  );
}
