import { type FormEvent, type ReactNode, use, useId, useState } from 'react';
import { Link } from 'react-router';
import { PreviewLink } from '#features/publishing/components/PreviewLink.tsx';
import { CardPreview, SearchPreview } from '#features/publishing/components/ResultPreviews.tsx';
import { paths, pictureFile } from '#shared/paths.ts';
import type { Picture as SitePicture } from '#shared/contract.ts';
import { Field } from '#ui/Field.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { useTask } from '#ui/use-task.ts';
import { postCategories } from '../contract/categories.ts';
import type { Draft, PostContent } from '../contract/writing.ts';
import { tagsIn } from '../rules/forms.ts';

interface PostSettingsProps {
  /** The post as the site has it; undefined while it is not begun there. */
  draft: Draft | undefined;
  content: PostContent;
  /** The picture for cards, as far as it is known. */
  cardPicture: SitePicture | null;
  cover: SitePicture | null;
  fields: Readonly<Record<string, string>>;
  onChange: (patch: Partial<PostContent>) => void;
  onChooseCard: () => void;
  onChangeSlug: (slug: string) => Promise<void>;
  onShare: () => Promise<string>;
  onEndShare: () => Promise<void>;
  onDelete: () => void;
}

/** All of a post but its text: where it is found, and how it looks from outside. */
export function PostSettings(props: PostSettingsProps) {
  const { draft, content, cardPicture, cover, fields, onChange } = props;
  const site = use(siteMetaContext);
  const address = site.url + paths.post(draft?.slug ?? 'post');
  const card = cardPicture ?? cover;
  return (
    <div className="grid gap-10">
      <Group title="About this post">
        <TextArea
          label="Excerpt"
          name="description"
          maxLength={300}
          hint="One or two sentences for lists and search results. Left empty, the text’s beginning stands in."
          value={content.description}
          error={fields.description}
          onChange={event => onChange({ description: event.target.value })}
        />
        <CategoryField value={content.category} onChange={category => onChange({ category })} />
        <TagsField tags={content.tags} error={fields.tags} onChange={tags => onChange({ tags })} />
        {draft && <AddressField draft={draft} onChangeSlug={props.onChangeSlug} />}
      </Group>
      <Group title="How others see it">
        <SearchPreview
          siteName={site.name}
          address={content.canonicalUrl && URL.canParse(content.canonicalUrl) ? content.canonicalUrl : address}
          title={content.metaTitle || content.title}
          description={content.metaDescription || content.description}
        />
        <CardPreview
          address={address}
          title={content.cardTitle || content.metaTitle || content.title}
          description={content.cardDescription || content.metaDescription || content.description}
          picture={cardPicture && card ? pictureFile(card.id, 800, 'webp') : undefined}
        />
        <details>
          <summary className="min-h-11 py-2.5 font-display text-small font-semibold">
            Say it in other words there
          </summary>
          <div className="grid gap-5 pt-3">
            <MetaFields content={content} fields={fields} onChange={onChange} />
            <div className="with-script flex flex-wrap gap-3">
              <button type="button" className="button" onClick={props.onChooseCard}>
                {cardPicture ? 'Change the card’s picture' : 'Choose a picture for the card'}
              </button>
              {cardPicture && (
                <button type="button" className="button" onClick={() => onChange({ cardPictureId: null })}>
                  Let the site draw it
                </button>
              )}
            </div>
          </div>
        </details>
      </Group>
      {draft && (
        <>
          <Group title="Preview link">
            <PreviewLink siteUrl={site.url} path={draft.previewPath} onShare={props.onShare} onEnd={props.onEndShare} />
          </Group>
          <Group title="More">
            <ul className="grid gap-1">
              <li>
                <Link className="link inline-flex min-h-11 items-center text-small" to={paths.blogRevisions(draft.id)}>
                  What it said before
                </Link>
              </li>
              <li>
                <button
                  type="submit"
                  name="intent"
                  value="delete"
                  className="link inline-flex min-h-11 items-center text-small text-danger"
                  onClick={event => {
                    event.preventDefault();
                    props.onDelete();
                  }}
                >
                  Delete this post
                </button>
              </li>
            </ul>
          </Group>
        </>
      )}
    </div>
  );
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="grid gap-5 border-t border-rule pt-5">
      <h2 id={id} className="text-h4">
        {title}
      </h2>
      {children}
    </section>
  );
}

function CategoryField({
  value,
  onChange,
}: {
  value: PostContent['category'];
  onChange: (category: PostContent['category']) => void;
}) {
  return (
    <label className="block">
      <span className="mb-1.5 block font-display text-small font-semibold">Category</span>
      <select
        className="field"
        name="category"
        value={value}
        onChange={event => onChange(postCategories.find(name => name === event.target.value) ?? value)}
      >
        {postCategories.map(name => (
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

/** Tags as words between commas. */
function TagsField({ tags, error, onChange }: TagsFieldProps) {
  const [text, setText] = useState(tags.join(', '));
  return (
    <Field
      label="Tags"
      name="tags"
      hint="With commas between them, such as tides, charts."
      value={text}
      error={error}
      autoComplete="off"
      onChange={event => {
        setText(event.target.value);
        onChange(tagsIn(event.target.value));
      }}
    />
  );
}

/** The address; whoever follows an old one is led to the new one. */
function AddressField({ draft, onChangeSlug }: { draft: Draft; onChangeSlug: (slug: string) => Promise<void> }) {
  const [slug, setSlug] = useState<string>();
  const { busy, failure, run } = useTask();
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
    : draft.slugChosen
      ? 'What stands behind /blog/ in the address.'
      : 'It follows the title until it is published, or you choose one.';
  return (
    <div>
      <Field
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
        <button
          type="button"
          className="button with-script mt-3"
          aria-disabled={busy}
          onClick={() => {
            save(undefined);
          }}
        >
          {busy ? 'Changing…' : 'Change the address'}
        </button>
      )}
    </div>
  );
}

function MetaFields({ content, fields, onChange }: Pick<PostSettingsProps, 'content' | 'fields' | 'onChange'>) {
  const orNull = (text: string) => (text === '' ? null : text);
  return (
    <>
      <Field
        label="Title in search results"
        name="metaTitle"
        maxLength={150}
        value={content.metaTitle ?? ''}
        placeholder={content.title}
        error={fields.metaTitle}
        onChange={event => onChange({ metaTitle: orNull(event.target.value) })}
      />
      <TextArea
        label="Description in search results"
        name="metaDescription"
        maxLength={300}
        value={content.metaDescription ?? ''}
        placeholder={content.description}
        error={fields.metaDescription}
        onChange={event => onChange({ metaDescription: orNull(event.target.value) })}
      />
      <Field
        label="Title where it is shared"
        name="cardTitle"
        maxLength={150}
        value={content.cardTitle ?? ''}
        placeholder={content.metaTitle || content.title}
        error={fields.cardTitle}
        onChange={event => onChange({ cardTitle: orNull(event.target.value) })}
      />
      <TextArea
        label="Description where it is shared"
        name="cardDescription"
        maxLength={300}
        value={content.cardDescription ?? ''}
        placeholder={content.metaDescription || content.description}
        error={fields.cardDescription}
        onChange={event => onChange({ cardDescription: orNull(event.target.value) })}
      />
      <Field
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
