import { CoverField } from '#features/publishing/components/CoverField.tsx';
import { usePickedPictures } from '#features/publishing/components/PicturePicking.tsx';
import { EntryEditor } from '#features/publishing/components/EntryEditor.tsx';
import { toPublishingState, type EntryActor } from '#features/publishing/rules/transitions.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { Draft } from '../contract/drafts.ts';
import { ProjectFiles } from './ProjectFiles.tsx';
import { ProjectGalleryField } from './ProjectGalleryField.tsx';
import { ProjectSettings } from './ProjectSettings.tsx';
import { useProjectEditor } from '../hooks/use-project-editor.ts';

interface ProjectScreenProps {
  /** The saved project; undefined until the first save. */
  initialDraft: Draft | undefined;
  /** Default currency of the price (ISO 4217). */
  currency: string;
  role: EntryActor['role'];
}

export function ProjectEditor({ initialDraft, currency, role }: ProjectScreenProps) {
  const project = useProjectEditor(initialDraft, currency);
  const { draft, snapshot, autosave } = project;
  const { content } = snapshot;
  const gallery = (draft?.gallery ?? []).map(({ picture }) => picture);
  const pictures = usePickedPictures([draft?.cover, draft?.cardPicture, ...gallery]);
  return (
    <EntryEditor
      noun="project"
      list={{ to: dashboardPaths.myProjects, label: 'Projects' }}
      writing={project}
      standing={draft && toPublishingState(draft)}
      role={role}
      previewPath={draft && dashboardPaths.previewProject(draft.id)}
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
      renderBelow={({ fields, pickPicture }) => (
        <>
          <ProjectGalleryField
            gallery={content.gallery}
            findPicture={pictures.get}
            error={fields.gallery}
            onChange={next => autosave.change({ gallery: next })}
            onAddPicture={async () => {
              const picked = await pickPicture();
              if (!picked) return;
              pictures.keep(picked.picture);
              const item = { pictureId: picked.picture.id, alt: picked.alt, caption: '' };
              autosave.change({ gallery: [...autosave.getSnapshot().content.gallery, item] });
            }}
          />
          {role === 'owner' && <ProjectFiles draft={draft} price={content.price} />}
        </>
      )}
      renderSettings={({ fields, pickPicture, remove }) => (
        <ProjectSettings
          draft={draft}
          content={content}
          cardPicture={pictures.get(content.socialImageId)}
          fields={fields}
          onChange={patch => autosave.change(patch)}
          onChooseCard={async () => {
            const picked = await pickPicture();
            if (picked) autosave.change({ socialImageId: pictures.keep(picked.picture) });
          }}
          onChangeSlug={project.changeSlug}
          role={role}
          onChangePublishDate={project.changePublishDate}
          onShare={project.createPreviewLink}
          onEndShare={project.revokePreviewLink}
          onSetCommenting={project.setCommenting}
          onDelete={remove}
        />
      )}
    />
  );
}
