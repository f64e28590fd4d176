import { useActionData, useLoaderData } from 'react-router';
import { DraftTable, type BulkAction, parseBulkAction } from '#features/publishing/browser.ts';
import { runBulkAction } from '#platform/pages/bulk-action.ts';
import { filtersOf, parseListParams, pageKeys } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { postCategories } from '../contract/categories.ts';
import { toDraftListItem } from '../rules/draft-list.ts';

const KEYS = ['search', 'status', 'category', 'author', 'sort', ...pageKeys];

export const loader = pageLoader(async ({ api, searchParams }) => {
  const query = filtersOf(searchParams, KEYS);
  const [list, { role }] = await Promise.all([
    api.blog.listDrafts(parseListParams(searchParams, KEYS)),
    api.profile.get(),
  ]);
  return { ...list, query, role };
});

export const action = pageAction(({ api, form, getAll }) =>
  runBulkAction(parseBulkAction(form.get('do')), getAll('text'), 'post', async (change, key) => {
    await carryOut(api, change, Number(key));
    return key;
  }),
);

function carryOut(api: Api, change: BulkAction, id: number): Promise<unknown> {
  if (change === 'delete') return api.blog.delete({ id });
  if (change === 'restore') return api.blog.restore({ id });
  return api.blog.transition({ id, transition: change });
}

const intros = {
  owner: 'Everybody’s posts. What others submit waits here for you.',
  author: undefined,
  member: 'What you write is yours alone until you submit it and the owner publishes it.',
};

/** Lists the user's own posts; for the owner, everyone's. */
export function Component() {
  const { items, role, ...list } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const isOwner = role === 'owner';
  return (
    <DraftTable
      {...list}
      title={isOwner ? 'Posts' : 'My posts'}
      intro={intros[role]}
      noun={['post', 'posts']}
      path={dashboardPaths.myBlogs}
      addPath={dashboardPaths.addBlog}
      addLabel="Write a post"
      firstLabel="Write the first post"
      emptyText="A post begins as a draft, which nobody else sees. It is saved while you write."
      ofAll={isOwner}
      categories={postCategories}
      lines={items.map(item => toDraftListItem(item, role))}
      result={result}
    />
  );
}
