import { EntryEditor, usePickedPictures, type EntryKind, type EntryActor } from '#features/publishing/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { projectCategories } from '../contract/categories.ts';
import type { Draft } from '../contract/drafts.ts';
import { useProjectEditor } from '../hooks/use-project-editor.ts';
import { ProjectDetailsFields } from './ProjectDetailsFields.tsx';
import { ProjectFiles } from './ProjectFiles.tsx';
import { ProjectGalleryField } from './ProjectGalleryField.tsx';

const kind: EntryKind = {
  noun: 'project',
  list: { to: dashboardPaths.myProjects, label: 'Projects' },
  categories: projectCategories,
  excerpt: { label: 'Summary', name: 'summary' },
  publicPath: paths.project,
};

interface ProjectEditorProps {
  /** The saved project; undefined until the first save. */
  initialDraft: Draft | undefined;
  /** Default currency of the price (ISO 4217). */
  currency: string;
  role: EntryActor['role'];
}

export function ProjectEditor({ initialDraft, currency, role }: ProjectEditorProps) {
  const project = useProjectEditor(initialDraft, currency);
  const { draft, snapshot, autosave } = project;
  const { content } = snapshot;
  const gallery = (draft?.gallery ?? []).map(({ picture }) => picture);
  const pictures = usePickedPictures([draft?.cover, draft?.cardPicture, ...gallery]);
  return (
    <EntryEditor
      kind={kind}
      writing={project}
      pictures={pictures}
      role={role}
      excerpt={content.summary}
      onChangeExcerpt={summary => autosave.change({ summary: summary.replaceAll(/\s*\n\s*/g, ' ') })}
      previewPath={draft && dashboardPaths.previewProject(draft.id)}
      revisionsPath={draft && dashboardPaths.projectRevisions(draft.id)}
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
      renderSettings={({ fields }) => (
        <ProjectDetailsFields
          draft={draft}
          content={content}
          fields={fields}
          onChange={patch => autosave.change(patch)}
        />
      )}
    />
  );
}
