import { EntryEditor, usePickedPictures, type EntryKind, type EntryActor } from '#features/publishing/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { postCategories } from '../contract/categories.ts';
import type { Draft } from '../contract/editing.ts';
import { usePostEditor } from '../hooks/use-post-editor.ts';

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

export function PostEditor({ initialDraft, role }: PostEditorProps) {
  const post = usePostEditor(initialDraft);
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
