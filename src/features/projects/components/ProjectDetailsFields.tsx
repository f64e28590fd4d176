import { Group } from '#features/publishing/components/EntrySettings.tsx';
import { Field } from '#ui/TextField.tsx';
import type { Draft } from '../contract/drafts.ts';
import type { WrittenProject } from '../rules/forms.ts';

interface ProjectFactsProps {
  draft: Draft | undefined;
  content: WrittenProject;
  fields: Readonly<Record<string, string>>;
  onChange: (patch: Partial<WrittenProject>) => void;
}

/** Where a project is, what it costs, and how it is liked. */
export function ProjectFacts({ draft, content, fields, onChange }: ProjectFactsProps) {
  const likes = String(draft?.likes ?? 0);
  return (
    <>
      <Group title="Where it is">
        <Field
          label="Link"
          name="link"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          hint="Where it can be seen running. Readers need it."
          value={content.link ?? ''}
          error={fields.link}
          onChange={event => onChange({ link: event.target.value.trim() || null })}
        />
        <Field
          label="Repository"
          name="repository"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          hint="Where its source can be read, if it can."
          value={content.repository ?? ''}
          error={fields.repository}
          onChange={event => onChange({ repository: event.target.value.trim() || null })}
        />
      </Group>
      <Group title="Price and figures">
        <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
          <Field
            label="Price of the source"
            name="price"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={content.price}
            error={fields.price}
            onChange={event => onChange({ price: event.target.value })}
          />
          <Field
            label="Currency"
            name="currency"
            autoComplete="off"
            maxLength={3}
            value={content.currency}
            error={fields.currency}
            onChange={event => onChange({ currency: event.target.value.toUpperCase() })}
          />
        </div>
        <div className="grid grid-cols-3 gap-3">
          <Field
            label="Stars"
            name="stars"
            inputMode="decimal"
            autoComplete="off"
            value={content.stars}
            error={fields.stars}
            onChange={event => onChange({ stars: event.target.value })}
          />
          <Field
            label="Likes"
            name="likes"
            inputMode="numeric"
            autoComplete="off"
            value={content.likes ?? likes}
            error={fields.likes}
            onChange={event => onChange({ likes: event.target.value })}
          />
          <Field
            label="Forks"
            name="forks"
            inputMode="numeric"
            autoComplete="off"
            value={content.forks}
            error={fields.forks}
            onChange={event => onChange({ forks: event.target.value })}
          />
        </div>
        <input type="hidden" name="likesBefore" value={likes} />
        <p className="meta -mt-2">Stars go from 0 to 5 in tenths, such as 4.8.</p>
      </Group>
    </>
  );
}
