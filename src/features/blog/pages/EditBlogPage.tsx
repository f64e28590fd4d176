import { useLoaderData } from 'react-router';
import { EntryEditor, type EntryKind } from '#features/publishing/browser.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { postCategories } from '../contract/categories.ts';
import { NewsletterField } from '../components/NewsletterField.tsx';
import type { Draft, PostContent } from '../contract/editing.ts';
import { emptyContent, findPublishErrors, toPostContent } from '../rules/content.ts';

export const loader = pageLoader(async ({ api, params: { id } }) => {
  const [draft, { role }] = await Promise.all([
    id === undefined ? undefined : api.blog.getDraft({ id }),
    api.profile.get(),
  ]);
  return { draft, role };
});

const kind: EntryKind<PostContent, Draft, PostContent> = {
  noun: 'post',
  list: { to: dashboardPaths.myBlogs, label: 'Back to posts' },
  categories: postCategories,
  excerpt: {
    label: 'Excerpt',
    name: 'description',
    get: ({ description }) => description,
    set: description => ({ description }),
  },
  clientOf: api => api.blog,
  update: (api, blogId, changes) => api.blog.update({ ...changes, blogId }),
  toContent: toPostContent,
  toInput: content => content,
  findPublishErrors,
  paths: {
    public: paths.post,
    edit: dashboardPaths.updateBlog,
    preview: dashboardPaths.previewBlog,
    revisions: dashboardPaths.blogRevisions,
  },
};

/** Edits or creates a post. */
export function Component() {
  const { draft, role } = useLoaderData<typeof loader>();
  return (
    <EntryEditor
      key={draft?.id}
      kind={kind}
      initialDraft={draft}
      emptyContent={emptyContent}
      role={role}
      renderPublishFields={
        role === 'owner' ? ({ id }, publishing) => <NewsletterField postId={id} {...publishing} /> : undefined
      }
    />
  );
}
