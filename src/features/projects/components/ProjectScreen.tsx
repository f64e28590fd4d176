import { type RefusedForm, TextScreen } from '#features/publishing/components/TextScreen.tsx';
import type { Writer } from '#features/publishing/rules.ts';
import type { Picture as SitePicture } from '#shared/contract.ts';
import { paths } from '#shared/paths.ts';
import type { Draft } from '../contract/drafts.ts';
import { standingOfLine } from '../rules/lines.ts';
import { ProjectPictures } from './ProjectPictures.tsx';
import { ProjectSettings } from './ProjectSettings.tsx';
import { useProjectWriting } from './ProjectWriting.tsx';

interface ProjectScreenProps {
  /** The project as the site has it; a new one is begun with its first words. */
  begun: Draft | undefined;
  role: Writer['role'];
  /** What was refused when the form was sent without script. */
  refused: RefusedForm | undefined;
}

/** Where a project is written. */
export function ProjectScreen({ begun, role, refused }: ProjectScreenProps) {
  const project = useProjectWriting(begun);
  const { draft, snapshot, autosave } = project;
  return (
    <TextScreen
      noun="project"
      list={{ to: paths.myProjects, label: 'Projects' }}
      writing={project}
      standing={draft && standingOfLine(draft)}
      role={role}
      refused={refused}
      previewPath={draft && paths.previewProject(draft.id)}
      renderBelow={fields => (
        <ProjectPictures
          content={snapshot.content}
          pictures={picturesOf(draft)}
          fields={fields}
          onChange={patch => autosave.change(patch)}
          onChooseCover={undefined}
          onAddPicture={undefined}
        />
      )}
      renderSettings={(fields, remove) => (
        <ProjectSettings
          draft={draft}
          content={snapshot.content}
          cardPicture={draft?.cardPicture ?? null}
          fields={fields}
          onChange={patch => autosave.change(patch)}
          onChooseCard={undefined}
          onChangeSlug={project.changeSlug}
          onShare={project.share}
          onEndShare={project.endShare}
          onDelete={remove}
        />
      )}
    />
  );
}

/** The pictures of a project that are known, by id. */
function picturesOf(draft: Draft | undefined): Map<string, SitePicture> {
  const known = [draft?.cover, draft?.cardPicture, ...(draft?.gallery ?? []).map(({ picture }) => picture)];
  return new Map(known.flatMap(picture => (picture ? [[picture.id, picture]] : [])));
}
