import { CoverField } from '#features/publishing/components/CoverField.tsx';
import { usePickedPictures } from '#features/publishing/components/PicturePicking.tsx';
import { EntryEditor } from '#features/publishing/components/EntryEditor.tsx';
import { toPublishingState, type EntryActor } from '#features/publishing/rules/transitions.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { Draft } from '../contract/editing.ts';
import { PostSettings } from './PostSettings.tsx';
import { usePostEditor } from '../hooks/use-post-editor.ts';

interface WritingScreenProps {
  /** The saved post; undefined until the first save. */
  initialDraft: Draft | undefined;
  role: EntryActor['role'];
}

export function PostEditor({ initialDraft, role }: WritingScreenProps) {
  const post = usePostEditor(initialDraft);
  const { draft, snapshot, autosave } = post;
  const { content } = snapshot;
  const pictures = usePickedPictures([draft?.cover, draft?.cardPicture]);
  return (
    <EntryEditor
      noun="post"
      list={{ to: dashboardPaths.myBlogs, label: 'Posts' }}
      writing={post}
      standing={draft && toPublishingState(draft)}
      role={role}
      previewPath={draft && dashboardPaths.previewBlog(draft.id)}
      renderAbove={({ fields, pickPicture }) => (
        <CoverField
          cover={pictures.get(content.coverImageId)}
          alt={content.coverAlt}
          error={fields.coverImageId ?? fields.coverAlt}
          pickPicture={pickPicture}
          onCover={(cover, coverAlt) => autosave.change({ coverImageId: pictures.keep(cover), coverAlt })}
          onAlt={coverAlt => autosave.change({ coverAlt })}
        />
      )}
      renderSettings={({ fields, pickPicture, remove }) => (
        <PostSettings
          draft={draft}
          content={content}
          cardPicture={pictures.get(content.socialImageId)}
          fields={fields}
          onChange={patch => autosave.change(patch)}
          onChooseCard={async () => {
            const picked = await pickPicture();
            if (picked) autosave.change({ socialImageId: pictures.keep(picked.picture) });
          }}
          onChangeSlug={post.changeSlug}
          role={role}
          onChangePublishDate={post.changePublishDate}
          onShare={post.createPreviewLink}
          onEndShare={post.revokePreviewLink}
          onSetCommenting={post.setCommenting}
          onDelete={remove}
        />
      )}
    />
  );
}
