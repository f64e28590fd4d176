import { useLoaderData } from 'react-router';
import {
  EntryEditor,
  type EntryActor,
  type EntryKind,
  useEntryEditor,
  usePickedPictures,
} from '#features/publishing/browser.ts';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { postCategories } from '../contract/categories.ts';
import type { Draft, PostContent } from '../contract/editing.ts';
import { emptyContent, toPostContent } from '../rules/content.ts';

export const loader = pageLoader(async ({ api, params: { id } }) => {
  const [draft, { role }] = await Promise.all([
    id === undefined ? undefined : api.blog.getDraft({ id }),
    api.profile.get(),
  ]);
  return { draft, role };
});

/** Edits a post, or begins one. */
export function Component() {
  const { draft, role } = useLoaderData<typeof loader>();
  return <PostEditor key={draft?.id} initialDraft={draft} role={role} />;
}

const kind: EntryKind = {
  noun: 'post',
  list: { to: dashboardPaths.myBlogs, label: 'Posts' },
  categories: postCategories,
  excerpt: { label: 'Excerpt', name: 'description' },
  publicPath: paths.post,
};

interface PostEditorProps {
  /** The saved post; undefined until the first save. */
  initialDraft: Draft | undefined;
  role: EntryActor['role'];
}

function PostEditor({ initialDraft, role }: PostEditorProps) {
  const api = useLazyApi();
  const post = useEntryEditor<PostContent, Draft, PostContent>({
    noun: 'post',
    begun: initialDraft,
    client: () => api().blog,
    update: (blogId, changes) => api().blog.update({ ...changes, blogId }),
    emptyContent,
    contentOf: toPostContent,
    toInput: content => content,
    addressOf: ({ id }) => dashboardPaths.updateBlog(id),
  });
  const { draft, snapshot, autosave } = post;
  return (
    <EntryEditor
      kind={kind}
      writing={post}
      pictures={usePickedPictures([draft?.cover, draft?.cardPicture])}
      role={role}
      excerpt={snapshot.content.description}
      onChangeExcerpt={description => autosave.change({ description })}
      previewPath={draft && dashboardPaths.previewBlog(draft.id)}
      revisionsPath={draft && dashboardPaths.blogRevisions(draft.id)}
    />
  );
}
