import { type ReactNode, use } from 'react';
import { Link } from 'react-router';
import type { Picture } from '#shared/contract.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import type { EditedDraft } from '../contract/schemas.ts';
import type { EditedContent, EntryEditorState, EntryKind } from '../hooks/use-entry-editor.tsx';
import type { EntryActor } from '../rules/transitions.ts';
import { CommentsSetting } from './CommentsSetting.tsx';
import { SeoSettings, SettingsGroup, SlugField, TagsField } from './EntrySettings.tsx';
import { CoverField, type CoverFieldProps } from './CoverField.tsx';
import type { PickPicture } from './PicturePicking.tsx';
import { PreviewLink } from './PreviewLink.tsx';
import { PublishDateField } from './PublishDateField.tsx';

interface SettingsPanelProps<Content extends EditedContent, Draft extends EditedDraft, Input extends object> {
  kind: EntryKind<Content, Draft, Input>;
  writing: EntryEditorState<Content, Draft>;
  role: EntryActor['role'];
  /** The pictures, if they are loaded. */
  cover: Picture | null;
  cardPicture: Picture | null;
  /** The excerpt as published: the beginning of the text if none was entered. */
  excerpt: string;
  url: string;
  pickPicture: PickPicture;
  onCover: CoverFieldProps['onCover'];
  fields: Readonly<Record<string, string>>;
  onChange: (patch: Partial<EditedContent>) => void;
  onChooseCard: () => Promise<void>;
  onDelete: () => void;
  /** Further settings of this kind. */
  children: ReactNode;
}

/** Edits everything but the title and the text. */
export function SettingsPanel<Content extends EditedContent, Draft extends EditedDraft, Input extends object>(
  props: SettingsPanelProps<Content, Draft, Input>,
) {
  const { kind, writing, excerpt, fields, onChange } = props;
  const { noun, paths } = kind;
  const { draft, autosave } = writing;
  const { content } = writing.snapshot;
  const site = use(siteMetaContext);
  return (
    <div className="grid gap-10">
      <SettingsGroup title="Details">
        <TextArea
          label={kind.excerpt.label}
          name={kind.excerpt.name}
          maxLength={300}
          hint="One or two sentences for lists and search results. Defaults to the beginning of the text."
          value={kind.excerpt.get(content)}
          placeholder={excerpt}
          error={fields[kind.excerpt.name]}
          onChange={event => autosave.change(kind.excerpt.set(event.target.value))}
        />
        <label className="block">
          <span className="mb-1.5 block font-display text-small font-semibold">Category</span>
          <select
            className="field"
            name="category"
            value={content.category}
            onChange={event => onChange({ category: event.target.value })}
          >
            {kind.categories.map(name => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <TagsField tags={content.tags} errors={fields} onChange={tags => onChange({ tags })} />
        {draft && <SlugField draft={draft} prefix={paths.public('')} onChangeSlug={writing.changeSlug} />}
        {draft && <PublishDateField draft={draft} role={props.role} onChange={writing.changePublishDate} />}
      </SettingsGroup>
      <SettingsGroup title="Cover">
        <CoverField
          cover={props.cover}
          alt={content.coverAlt}
          error={fields.coverImageId ?? fields.coverAlt}
          pickPicture={props.pickPicture}
          onCover={props.onCover}
          onAlt={coverAlt => onChange({ coverAlt })}
        />
      </SettingsGroup>
      {props.children}
      <SeoSettings
        {...{ content, excerpt, fields, onChange }}
        url={props.url}
        cover={props.cover}
        cardPicture={props.cardPicture}
        onChooseCard={props.onChooseCard}
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
          <SettingsGroup title="More">
            <ul className="grid gap-1">
              <li>
                <Link className="link inline-flex min-h-11 items-center text-small" to={paths.revisions(draft.id)}>
                  Version history
                </Link>
              </li>
              {!draft.deletedAt && (
                <li>
                  <button
                    type="button"
                    className="link inline-flex min-h-11 items-center text-small text-danger"
                    onClick={props.onDelete}
                  >
                    Delete this {noun}
                  </button>
                </li>
              )}
            </ul>
          </SettingsGroup>
        </>
      )}
    </div>
  );
}
