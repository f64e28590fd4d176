import { type ReactNode, use } from 'react';
import type { Picture } from '#shared/contract.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { EditedDraft } from '../contract/schemas.ts';
import type { EntryEditorState } from '../hooks/use-entry-editor.tsx';
import type { EntryActor } from '../rules/transitions.ts';
import { CommentsSetting } from './CommentsSetting.tsx';
import {
  AdvancedSettings,
  CategoryField,
  type SeoFields,
  SeoSettings,
  SettingsGroup,
  SlugField,
  TagsField,
} from './EntrySettings.tsx';
import { PreviewLink } from './PreviewLink.tsx';
import { PublishDateField } from './PublishDateField.tsx';

/** What differs between the editors of posts and projects. */
export interface EntryKind {
  readonly noun: 'post' | 'project';
  readonly list: { readonly to: string; readonly label: string };
  readonly categories: readonly string[];
  /** The field of the short description in lists. */
  readonly excerpt: { readonly label: string; readonly name: string };
  readonly publicPath: (slug: string) => string;
}

/** The content fields that posts and projects share. */
export interface EditedContent extends SeoFields {
  readonly title: string;
  readonly markdown: string;
  readonly category: string;
  readonly tags: string[];
  readonly coverImageId: string | null;
  readonly coverAlt: string;
  readonly socialImageId: string | null;
}

interface SettingsPanelProps<Content extends EditedContent, Draft extends EditedDraft> {
  kind: EntryKind;
  writing: EntryEditorState<Content, Draft>;
  role: EntryActor['role'];
  /** The short description in lists, which posts and projects name differently. */
  excerpt: string;
  onChangeExcerpt: (excerpt: string) => void;
  /** The card picture, if it is loaded. */
  cardPicture: Picture | null;
  fields: Readonly<Record<string, string>>;
  onChange: (patch: Partial<EditedContent>) => void;
  onChooseCard: () => Promise<void>;
  onDelete: () => void;
  revisionsPath: string | undefined;
  /** Further settings of this kind. */
  children: ReactNode;
}

/** Edits everything but the text and pictures: address, category, tags and SEO. */
export function SettingsPanel<Content extends EditedContent, Draft extends EditedDraft>(
  props: SettingsPanelProps<Content, Draft>,
) {
  const { kind, writing, excerpt, fields, onChange } = props;
  const { noun } = kind;
  const { draft } = writing;
  const { content } = writing.snapshot;
  const site = use(siteMetaContext);
  return (
    <div className="grid gap-10">
      <SettingsGroup title={`About this ${noun}`}>
        <TextArea
          label={kind.excerpt.label}
          name={kind.excerpt.name}
          maxLength={300}
          hint="One or two sentences for lists and search results. If empty, the beginning of the text is shown."
          value={excerpt}
          error={fields[kind.excerpt.name]}
          onChange={event => props.onChangeExcerpt(event.target.value)}
        />
        <CategoryField
          categories={kind.categories}
          value={content.category}
          onChange={category => onChange({ category })}
        />
        <TagsField tags={content.tags} error={fields.tags} onChange={tags => onChange({ tags })} />
        {draft && <SlugField draft={draft} before={kind.publicPath('')} onChangeSlug={writing.changeSlug} />}
        {draft && <PublishDateField draft={draft} role={props.role} onChange={writing.changePublishDate} />}
      </SettingsGroup>
      {props.children}
      <SeoSettings
        content={content}
        title={content.title}
        summary={excerpt}
        fields={fields}
        onChange={onChange}
        address={site.url + kind.publicPath(draft?.slug ?? noun)}
        cardPicture={props.cardPicture}
        onChooseCard={props.onChooseCard}
        onDropCard={() => onChange({ socialImageId: null })}
      />
      {draft && (
        <>
          <CommentsSetting noun={noun} isEnabled={draft.commentsEnabled} onChange={writing.setCommenting} />
          <SettingsGroup title="Preview link">
            <PreviewLink
              siteUrl={site.url}
              path={draft.previewPath}
              onCreate={writing.createPreviewLink}
              onRevoke={writing.revokePreviewLink}
            />
          </SettingsGroup>
          {props.revisionsPath && (
            <AdvancedSettings noun={noun} revisionsPath={props.revisionsPath} onDelete={props.onDelete} />
          )}
        </>
      )}
    </div>
  );
}
