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
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';
import type { Picture as SitePicture } from '#shared/contract.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { postCategories } from '../contract/categories.ts';
import type { Draft, PostContent } from '../contract/editing.ts';

interface PostSettingsProps {
  /** The saved post; undefined until the first save. */
  draft: Draft | undefined;
  content: PostContent;
  /** The card picture, if it is loaded. */
  cardPicture: SitePicture | null;
  fields: Readonly<Record<string, string>>;
  onChange: (patch: Partial<PostContent>) => void;
  onChooseCard: () => Promise<void>;
  onChangeSlug: (slug: string) => Promise<void>;
  role: EntryActor['role'];
  onChangePublishDate: (at: string) => Promise<unknown>;
  onShare: () => Promise<string>;
  onEndShare: () => Promise<void>;
  onSetCommenting: (open: boolean) => Promise<void>;
  onDelete: () => void;
}

/** Edits everything but the text of a post: address, categories, tags and SEO. */
export function PostSettings(props: PostSettingsProps) {
  const { draft, content, fields, onChange } = props;
  const site = use(siteMetaContext);
  return (
    <div className="grid gap-10">
      <SettingsGroup title="About this post">
        <TextArea
          label="Excerpt"
          name="description"
          maxLength={300}
          hint="One or two sentences for lists and search results. Left empty, the text’s beginning stands in."
          value={content.description}
          error={fields.description}
          onChange={event => onChange({ description: event.target.value })}
        />
        <CategoryField
          categories={postCategories}
          value={content.category}
          onChange={category => onChange({ category })}
        />
        <TagsField tags={content.tags} error={fields.tags} onChange={tags => onChange({ tags })} />
        {draft && <SlugField draft={draft} before={paths.post('')} onChangeSlug={props.onChangeSlug} />}
        {draft && <PublishDateField draft={draft} role={props.role} onChange={props.onChangePublishDate} />}
      </SettingsGroup>
      <SeoSettings
        content={content}
        title={content.title}
        summary={content.description}
        fields={fields}
        onChange={onChange}
        address={site.url + paths.post(draft?.slug ?? 'post')}
        cardPicture={props.cardPicture}
        onChooseCard={props.onChooseCard}
        onDropCard={() => onChange({ socialImageId: null })}
      />
      {draft && (
        <>
          <CommentsSetting noun="post" isEnabled={draft.commentsEnabled} onChange={props.onSetCommenting} />
          <SettingsGroup title="Preview link">
            <PreviewLink
              siteUrl={site.url}
              path={draft.previewPath}
              onCreate={props.onShare}
              onRevoke={props.onEndShare}
            />
          </SettingsGroup>
          <AdvancedSettings
            noun="post"
            revisionsPath={dashboardPaths.blogRevisions(draft.id)}
            onDelete={props.onDelete}
          />
        </>
      )}
    </div>
  );
}
