import { use } from 'react';
import { CommentsSetting } from '#features/publishing/components/CommentsSetting.tsx';
import { PreviewLink } from '#features/publishing/components/PreviewLink.tsx';
import { PublishDateField } from '#features/publishing/components/PublishDateField.tsx';
import {
  SlugField,
  CategoryField,
  SettingsGroup,
  AdvancedSettings,
  SeoSettings,
  TagsField,
} from '#features/publishing/components/EntrySettings.tsx';
import type { EntryActor } from '#features/publishing/rules/transitions.ts';
import type { Picture as SitePicture } from '#shared/contract.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { projectCategories } from '../contract/categories.ts';
import type { Draft } from '../contract/drafts.ts';
import type { ProjectFormValues } from '../rules/forms.ts';
import { ProjectDetailsFields } from './ProjectDetailsFields.tsx';

interface ProjectSettingsProps {
  /** The saved project; undefined until the first save. */
  draft: Draft | undefined;
  content: ProjectFormValues;
  /** The card picture, if it is loaded. */
  cardPicture: SitePicture | null;
  fields: Readonly<Record<string, string>>;
  onChange: (patch: Partial<ProjectFormValues>) => void;
  onChooseCard: () => Promise<void>;
  onChangeSlug: (slug: string) => Promise<void>;
  role: EntryActor['role'];
  onChangePublishDate: (at: string) => Promise<unknown>;
  onShare: () => Promise<string>;
  onEndShare: () => Promise<void>;
  onSetCommenting: (open: boolean) => Promise<void>;
  onDelete: () => void;
}

/** Edits everything but the text and pictures of a project: address, price and SEO. */
export function ProjectSettings(props: ProjectSettingsProps) {
  const { draft, content, fields, onChange } = props;
  const site = use(siteMetaContext);
  return (
    <div className="grid gap-10">
      <SettingsGroup title="About this project">
        <TextArea
          label="Summary"
          name="summary"
          maxLength={300}
          hint="One or two sentences for lists and search results. Left empty, the text’s beginning stands in."
          value={content.summary}
          error={fields.summary}
          onChange={event => onChange({ summary: event.target.value.replaceAll(/\s*\n\s*/g, ' ') })}
        />
        <CategoryField
          categories={projectCategories}
          value={content.category}
          onChange={category => onChange({ category })}
        />
        <TagsField tags={content.tags} error={fields.tags} onChange={tags => onChange({ tags })} />
        {draft && <SlugField draft={draft} before={`${paths.projects}/`} onChangeSlug={props.onChangeSlug} />}
        {draft && <PublishDateField draft={draft} role={props.role} onChange={props.onChangePublishDate} />}
      </SettingsGroup>
      <ProjectDetailsFields draft={draft} content={content} fields={fields} onChange={onChange} />
      <SeoSettings
        content={content}
        title={content.title}
        summary={content.summary}
        fields={fields}
        onChange={onChange}
        address={site.url + paths.project(draft?.slug ?? 'project')}
        cardPicture={props.cardPicture}
        onChooseCard={props.onChooseCard}
        onDropCard={() => onChange({ socialImageId: null })}
      />
      {draft && (
        <>
          <CommentsSetting noun="project" isEnabled={draft.commentsEnabled} onChange={props.onSetCommenting} />
          <SettingsGroup title="Preview link">
            <PreviewLink
              siteUrl={site.url}
              path={draft.previewPath}
              onCreate={props.onShare}
              onRevoke={props.onEndShare}
            />
          </SettingsGroup>
          <AdvancedSettings
            noun="project"
            revisionsPath={dashboardPaths.projectRevisions(draft.id)}
            onDelete={props.onDelete}
          />
        </>
      )}
    </div>
  );
}
