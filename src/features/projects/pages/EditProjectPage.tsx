import { redirect, useLoaderData } from 'react-router';
import { EntryEditor, type EntryKind } from '#features/publishing/browser.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { ProjectDetailsFields } from '../components/ProjectDetailsFields.tsx';
import { ProjectFiles } from '../components/ProjectFiles.tsx';
import { ProjectGalleryField } from '../components/ProjectGalleryField.tsx';
import { projectCategories } from '../contract/categories.ts';
import type { Draft } from '../contract/drafts.ts';
import { findPublishErrors } from '../rules/content.ts';
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

const kind: EntryKind<ProjectFormValues, Draft, ReturnType<typeof toProjectInput>> = {
  noun: 'project',
  list: { to: dashboardPaths.myProjects, label: 'Back to projects' },
  categories: projectCategories,
  excerpt: {
    label: 'Summary',
    name: 'summary',
    get: ({ summary }) => summary,
    set: summary => ({ summary: summary.replaceAll(/\s*\n\s*/g, ' ') }),
  },
  clientOf: api => api.projects,
  update: (api, id, changes) => api.projects.update({ ...changes, id }),
  toContent: toFormValues,
  toInput: toProjectInput,
  findPublishErrors,
  paths: {
    public: paths.project,
    edit: dashboardPaths.updateProject,
    preview: dashboardPaths.previewProject,
    revisions: dashboardPaths.projectRevisions,
  },
};

/** Edits or creates a project. */
export function Component() {
  const { draft: initialDraft, role, currency } = useLoaderData<typeof loader>();
  return (
    <EntryEditor
      key={initialDraft?.id}
      kind={kind}
      initialDraft={initialDraft}
      emptyContent={createEmptyFormValues(currency)}
      role={role}
      listPictures={({ gallery }) => gallery.map(({ picture }) => picture)}
      renderBelow={({ autosave, content, draft, fields, pictures, pickPicture }) => (
        <>
          <ProjectGalleryField
            gallery={content.gallery}
            findPicture={pictures.get}
            error={fields.gallery}
            onChange={gallery => autosave.change({ gallery })}
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
      renderSettings={({ autosave, content, draft, fields }) => (
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
