import { type ChangeEvent, type ReactNode, useId, useState } from 'react';
import { TextField, type TextFieldProps } from '#ui/TextField.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import type { SeoContent } from '../contract/schemas.ts';
import { parseTags } from '../rules/content.ts';
import { SeoPreviews, type SeoPreviewsProps } from './SeoPreviews.tsx';

export function SettingsGroup({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid grid-cols-1 gap-5 border-t border-rule pt-5">
      <h2 id={id} className="text-h4">
        {title}
      </h2>
      {children}
    </section>
  );
}

interface TagsFieldProps {
  tags: readonly string[];
  errors: Readonly<Record<string, string>>;
  onChange: (tags: string[]) => void;
}

/** Edits tags as comma-separated text. */
export function TagsField({ tags, errors, onChange }: TagsFieldProps) {
  const [typed, setTyped] = useState('');
  // Other tags are from a draft, or from a version that was loaded.
  const text = String(parseTags(typed)) === String(tags) ? typed : tags.join(', ');
  return (
    <TextField
      label="Tags"
      name="tags"
      hint="Separate tags with commas, such as: tides, charts."
      value={text}
      // Of the list, or of one tag such as `tags.1`.
      error={Object.entries(errors).find(([name]) => /^tags\b/.test(name))?.[1]}
      autoComplete="off"
      onChange={event => {
        setTyped(event.target.value);
        onChange(parseTags(event.target.value));
      }}
    />
  );
}

interface SavedFieldProps extends Omit<TextFieldProps, 'error' | 'onChange' | 'value'> {
  /** The saved value. */
  current: string;
  saveLabel: string;
  isSavedByEnter?: boolean;
  onSave: (value: string) => Promise<unknown>;
}

/** Edits a value that its own button saves immediately. */
export function SavedField({ current, saveLabel, isSavedByEnter = false, onSave, ...field }: SavedFieldProps) {
  const [typed, setTyped] = useState<string>();
  const { busy, failure, run } = useAsyncAction();
  const shown = typed ?? current;
  const save = () =>
    run(async () => {
      await onSave(shown);
      setTyped(undefined);
    });
  return (
    <div>
      <TextField
        {...field}
        value={shown}
        error={failure?.fields[field.name] ?? failure?.message}
        onChange={event => setTyped(event.target.value)}
        onKeyDown={event => {
          if (!isSavedByEnter || event.key !== 'Enter') return;
          event.preventDefault();
          if (shown !== current) void save();
        }}
      />
      {shown !== current && (
        <button type="button" className="button mt-3" aria-disabled={busy} onClick={() => void save()}>
          {busy ? 'Saving…' : saveLabel}
        </button>
      )}
    </div>
  );
}

interface SlugFieldProps {
  draft: { readonly slug: string; readonly hasCustomSlug: boolean; readonly publishedAt: string | null };
  /** The path prefix, such as /blog/. */
  prefix: string;
  onChangeSlug: (slug: string) => Promise<void>;
}

/** Edits the slug; former slugs redirect to the new one. */
export function SlugField({ draft, prefix, onChangeSlug }: SlugFieldProps) {
  const hint = draft.publishedAt
    ? 'Old links redirect to the new URL.'
    : draft.hasCustomSlug
      ? `The part of the URL after ${prefix}`
      : 'Based on the title until you publish or enter your own.';
  return (
    <SavedField
      label="URL slug"
      name="slug"
      current={draft.slug}
      hint={hint}
      autoComplete="off"
      spellCheck={false}
      saveLabel="Change URL"
      isSavedByEnter
      onSave={slug => onChangeSlug(slug.trim())}
    />
  );
}

const SEO_FIELDS = ['metaTitle', 'metaDescription', 'socialTitle', 'socialDescription', 'canonicalUrl'];

interface SeoSettingsProps extends SeoPreviewsProps {
  fields: Readonly<Record<string, string>>;
  onChange: (patch: Partial<SeoContent>) => void;
  onChooseCard: () => Promise<void>;
}

/** Edits the SEO fields and previews the search result and social card. */
export function SeoSettings({ fields, onChange, onChooseCard, ...preview }: SeoSettingsProps) {
  const { content, excerpt, cardPicture } = preview;
  const { title } = content;
  const textFields = [
    { name: 'metaTitle', label: 'Meta title', Field: TextField, maxLength: 150, placeholder: title },
    {
      name: 'metaDescription',
      label: 'Meta description',
      Field: TextArea,
      maxLength: 300,
      placeholder: excerpt,
    },
    {
      name: 'socialTitle',
      label: 'Social title',
      Field: TextField,
      maxLength: 150,
      placeholder: content.metaTitle || title,
    },
    {
      name: 'socialDescription',
      label: 'Social description',
      Field: TextArea,
      maxLength: 300,
      placeholder: content.metaDescription || excerpt,
    },
  ] as const;
  return (
    <SettingsGroup title="Search and sharing">
      <SeoPreviews {...preview} />
      <details open={SEO_FIELDS.some(name => fields[name]) || undefined}>
        <summary className="min-h-11 py-2.5 font-display text-small font-semibold">Customize previews</summary>
        <div className="grid gap-5 pt-3">
          {textFields.map(({ Field, ...field }) => (
            <Field
              key={field.name}
              {...field}
              value={content[field.name] ?? ''}
              error={fields[field.name]}
              onChange={(event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
                onChange({ [field.name]: event.target.value || null })
              }
            />
          ))}
          <TextField
            label="Canonical URL"
            name="canonicalUrl"
            type="url"
            inputMode="url"
            value={content.canonicalUrl ?? ''}
            hint="Only needed if you first published this elsewhere."
            error={fields.canonicalUrl}
            onChange={event => onChange({ canonicalUrl: event.target.value.trim() || null })}
          />
          <div className="flex flex-wrap gap-3">
            <button type="button" className="button" onClick={() => void onChooseCard()}>
              {cardPicture ? 'Change social image' : 'Choose social image'}
            </button>
            {cardPicture && (
              <button type="button" className="button" onClick={() => onChange({ socialImageId: null })}>
                Use generated image
              </button>
            )}
          </div>
        </div>
      </details>
    </SettingsGroup>
  );
}
