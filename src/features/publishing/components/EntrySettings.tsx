import { type FormEvent, type ReactNode, use, useId, useState } from 'react';
import { Link } from 'react-router';
import { pictureFile } from '#shared/paths.ts';
import type { Picture as SitePicture } from '#shared/contract.ts';
import { TextField } from '#ui/TextField.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import { parseTags } from '../rules/content.ts';
import { SocialCardPreview, SearchResultPreview } from './SeoPreviews.tsx';

/** Overrides of title, summary and address for search engines and social cards. */
export interface SeoFields {
  readonly canonicalUrl: string | null;
  readonly metaTitle: string | null;
  readonly metaDescription: string | null;
  readonly socialTitle: string | null;
  readonly socialDescription: string | null;
}

interface OutsideFieldsProps<Content extends SeoFields> {
  content: Content;
  title: string;
  summary: string;
  fields: Readonly<Record<string, string>>;
  onChange: (patch: Partial<SeoFields>) => void;
}

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

interface CategoryFieldProps<Category extends string> {
  categories: readonly Category[];
  value: Category;
  onChange: (category: Category) => void;
}

export function CategoryField<Category extends string>({ categories, value, onChange }: CategoryFieldProps<Category>) {
  return (
    <label className="block">
      <span className="mb-1.5 block font-display text-small font-semibold">Category</span>
      <select
        className="field"
        name="category"
        value={value}
        onChange={event => onChange(categories.find(name => name === event.target.value) ?? value)}
      >
        {categories.map(name => (
          <option key={name}>{name}</option>
        ))}
      </select>
    </label>
  );
}

interface TagsFieldProps {
  tags: readonly string[];
  error: string | undefined;
  onChange: (tags: string[]) => void;
}

/** Edits tags as comma-separated text. */
export function TagsField({ tags, error, onChange }: TagsFieldProps) {
  const [text, setText] = useState(tags.join(', '));
  return (
    <TextField
      label="Tags"
      name="tags"
      hint="With commas between them, such as tides, charts."
      value={text}
      error={error}
      autoComplete="off"
      onChange={event => {
        setText(event.target.value);
        onChange(parseTags(event.target.value));
      }}
    />
  );
}

interface AddressFieldProps {
  draft: { readonly slug: string; readonly hasCustomSlug: boolean; readonly publishedAt: string | null };
  /** The path prefix, such as /blog/. */
  before: string;
  onChangeSlug: (slug: string) => Promise<void>;
}

/** Edits the slug; former addresses redirect to the new one. */
export function SlugField({ draft, before, onChangeSlug }: AddressFieldProps) {
  const [slug, setSlug] = useState<string>();
  const { busy, failure, run } = useAsyncAction();
  const shown = slug ?? draft.slug;
  const save = (event: FormEvent | undefined) => {
    event?.preventDefault();
    if (shown === draft.slug) return;
    void run(async () => {
      await onChangeSlug(shown.trim());
      setSlug(undefined);
    });
  };
  const hint = draft.publishedAt
    ? 'The old address leads here for good.'
    : draft.hasCustomSlug
      ? `What stands behind ${before} in the address.`
      : 'It follows the title until it is published, or you choose one.';
  return (
    <div>
      <TextField
        label="Address"
        name="slug"
        value={shown}
        hint={hint}
        error={failure?.fields.slug ?? failure?.message}
        autoComplete="off"
        spellCheck={false}
        onChange={event => setSlug(event.target.value)}
        onKeyDown={event => event.key === 'Enter' && save(event)}
      />
      {shown !== draft.slug && (
        <button type="button" className="button mt-3" aria-disabled={busy} onClick={() => save(undefined)}>
          {busy ? 'Changing…' : 'Change the address'}
        </button>
      )}
    </div>
  );
}

interface OutsideLookProps<Content extends SeoFields> extends OutsideFieldsProps<Content> {
  address: string;
  cardPicture: SitePicture | null;
  onChooseCard: () => Promise<void>;
  onDropCard: () => void;
}

/** Edits the SEO fields and previews the search result and social card. */
export function SeoSettings<Content extends SeoFields>(props: OutsideLookProps<Content>) {
  const { content, title, summary, address, cardPicture, onChooseCard } = props;
  const site = use(siteMetaContext);
  const canonical = content.canonicalUrl && URL.canParse(content.canonicalUrl) ? content.canonicalUrl : address;
  return (
    <SettingsGroup title="How others see it">
      <SearchResultPreview
        siteName={site.name}
        address={canonical}
        title={content.metaTitle || title}
        description={content.metaDescription || summary}
      />
      <SocialCardPreview
        address={address}
        title={content.socialTitle || content.metaTitle || title}
        description={content.socialDescription || content.metaDescription || summary}
        picture={cardPicture ? pictureFile(cardPicture.id, 800, 'webp') : undefined}
      />
      <details>
        <summary className="min-h-11 py-2.5 font-display text-small font-semibold">Say it in other words there</summary>
        <div className="grid gap-5 pt-3">
          <MetaFields {...props} />
          <div className="flex flex-wrap gap-3">
            <button type="button" className="button" onClick={() => void onChooseCard()}>
              {cardPicture ? 'Change the card’s picture' : 'Choose a picture for the card'}
            </button>
            {cardPicture && (
              <button type="button" className="button" onClick={props.onDropCard}>
                Let the site draw it
              </button>
            )}
          </div>
        </div>
      </details>
    </SettingsGroup>
  );
}

interface MoreSettingsProps {
  noun: string;
  revisionsPath: string;
  onDelete: () => void;
}

/** Links to the revisions and deletes the text. */
export function AdvancedSettings({ noun, revisionsPath, onDelete }: MoreSettingsProps) {
  return (
    <SettingsGroup title="More">
      <ul className="grid gap-1">
        <li>
          <Link className="link inline-flex min-h-11 items-center text-small" to={revisionsPath}>
            What it said before
          </Link>
        </li>
        <li>
          <button
            type="button"
            className="link inline-flex min-h-11 items-center text-small text-danger"
            onClick={onDelete}
          >
            Delete this {noun}
          </button>
        </li>
      </ul>
    </SettingsGroup>
  );
}

function MetaFields<Content extends SeoFields>(props: OutsideFieldsProps<Content>) {
  const { content, title, summary, fields, onChange } = props;
  const orNull = (text: string) => (text === '' ? null : text);
  return (
    <>
      <TextField
        label="Title in search results"
        name="metaTitle"
        maxLength={150}
        value={content.metaTitle ?? ''}
        placeholder={title}
        error={fields.metaTitle}
        onChange={event => onChange({ metaTitle: orNull(event.target.value) })}
      />
      <TextArea
        label="Description in search results"
        name="metaDescription"
        maxLength={300}
        value={content.metaDescription ?? ''}
        placeholder={summary}
        error={fields.metaDescription}
        onChange={event => onChange({ metaDescription: orNull(event.target.value) })}
      />
      <TextField
        label="Title where it is shared"
        name="socialTitle"
        maxLength={150}
        value={content.socialTitle ?? ''}
        placeholder={content.metaTitle || title}
        error={fields.socialTitle}
        onChange={event => onChange({ socialTitle: orNull(event.target.value) })}
      />
      <TextArea
        label="Description where it is shared"
        name="socialDescription"
        maxLength={300}
        value={content.socialDescription ?? ''}
        placeholder={content.metaDescription || summary}
        error={fields.socialDescription}
        onChange={event => onChange({ socialDescription: orNull(event.target.value) })}
      />
      <TextField
        label="Canonical address"
        name="canonicalUrl"
        type="url"
        inputMode="url"
        value={content.canonicalUrl ?? ''}
        hint="Only where this text was published elsewhere first."
        error={fields.canonicalUrl}
        onChange={event => onChange({ canonicalUrl: orNull(event.target.value.trim()) })}
      />
    </>
  );
}
