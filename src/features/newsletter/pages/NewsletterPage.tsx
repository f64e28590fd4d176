import Plus from 'lucide-react/icons/plus';
import { redirect, useLoaderData } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { createRandomId } from '#shared/random-id.ts';
import { PostForm } from '#ui/PostForm.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { TableList } from '#ui/table/TableList.tsx';
import { issueColumns, issueFilters } from '../components/issue-columns.tsx';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, ['state']);
  const [list, posts, subscribed] = await Promise.all([
    api.newsletter.listIssues(params),
    api.blog.list({ pageSize: 50 }),
    api.newsletter.listSubscribers({ state: 'subscribed', pageSize: 1 }),
  ]);
  return {
    list,
    query,
    posts: posts.items.map(({ id, title }) => ({ id, title })),
    subscribed: subscribed.total,
    idempotencyKey: createRandomId(),
  };
});

export const action = pageAction(async ({ api, form }) => {
  const postId = form.get('postId');
  const { id } = await api.newsletter.createIssue({
    ...(postId && { postId }),
    idempotencyKey: form.get('idempotencyKey'),
  });
  throw redirect(dashboardPaths.newsletterIssue(id), 303);
});

export function Component() {
  const { list, query, posts, subscribed, idempotencyKey } = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  const key = <input type="hidden" name="idempotencyKey" value={idempotencyKey} readOnly />;
  return (
    <DashboardPage
      title="Newsletter"
      intro={`${subscribed === 0 ? 'You have no subscribers yet.' : `You have ${subscribed.toLocaleString('en')} ${subscribed === 1 ? 'subscriber' : 'subscribers'}.`} Each newsletter goes to the subscribers of its topic.`}
    >
      <div className="flex flex-wrap items-end gap-x-8 gap-y-5 mb-8 border-t border-rule pt-6">
        <PostForm>
          {key}
          <button type="submit" className="button button-primary">
            <Plus className="size-4" aria-hidden="true" /> Write newsletter
          </button>
        </PostForm>
        {posts.length > 0 && (
          <PostForm className="flex min-w-0 grow flex-wrap items-end gap-3">
            {key}
            <label className="min-w-0 grow basis-56 sm:max-w-sm">
              <span className="hint mb-1 block">Or start from a post</span>
              <select name="postId" className="field">
                {posts.map(post => (
                  <option key={post.id} value={post.id}>
                    {post.title}
                  </option>
                ))}
              </select>
            </label>
            <button type="submit" className="button">
              Start draft
            </button>
          </PostForm>
        )}
      </div>
      <ErrorNotice className="mt-6" message={refused?.failed.message} />
      <TableList
        path={dashboardPaths.newsletter}
        query={query}
        list={list}
        noun={['newsletter', 'newsletters']}
        caption="Newsletters"
        columns={issueColumns}
        getKey={({ id }) => id}
        getRowLabel={({ subject }) => subject || 'Untitled'}
        filters={issueFilters}
        hideEmptyToolbar
        empty={{
          title: 'No newsletters yet.',
          text: 'Write your first one or start from a post. Nothing is sent until you choose to send it.',
        }}
        noMatch={{ title: 'No newsletters have this status.' }}
      />
    </DashboardPage>
  );
}
