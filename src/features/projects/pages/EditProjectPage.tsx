import { redirect, useLoaderData } from 'react-router';
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
import { ProjectDetailsFields } from '../components/ProjectDetailsFields.tsx';
import { ProjectFiles } from '../components/ProjectFiles.tsx';
import { ProjectGalleryField } from '../components/ProjectGalleryField.tsx';
import { projectCategories } from '../contract/categories.ts';
import type { Draft } from '../contract/drafts.ts';
import { createEmptyFormValues, type ProjectFormValues, toFormValues, toProjectInput } from '../rules/forms.ts';

export const loader = pageLoader(async ({ api, params: { id } }) => {
  if (id === undefined) {
    const [{ role }, { currency }] = await Promise.all([api.profile.get(), api.settings.getDefaultCurrency()]);
    return { draft: undefined, role, currency };
  }
  const [draft, { role }] = await Promise.all([api.projects.getDraft({ id }), api.profile.get()]);
  // The slug has changed.
  if (draft.id !== id) throw redirect(dashboardPaths.updateProject(draft.id));
  return { draft, role, currency: draft.price.currency };
});

/** Edits a project, or begins one. */
export function Component() {
  const { draft, role, currency } = useLoaderData<typeof loader>();
  return <ProjectEditor key={draft?.id} initialDraft={draft} currency={currency} role={role} />;
}

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
  /** The currency that a new project is priced in (ISO 4217). */
  currency: string;
  role: EntryActor['role'];
}

function ProjectEditor({ initialDraft, currency, role }: ProjectEditorProps) {
  const api = useLazyApi();
  const project = useEntryEditor<ProjectFormValues, Draft, ReturnType<typeof toProjectInput>>({
    noun: 'project',
    begun: initialDraft,
    client: () => api().projects,
    update: (id, changes) => api().projects.update({ ...changes, id }),
    emptyContent: createEmptyFormValues(currency),
    contentOf: toFormValues,
    toInput: toProjectInput,
    addressOf: ({ id }) => dashboardPaths.updateProject(id),
  });
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
