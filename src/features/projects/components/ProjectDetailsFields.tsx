import { SettingsGroup } from '#features/publishing/browser.ts';
import { TextField } from '#ui/TextField.tsx';
import type { Draft } from '../contract/drafts.ts';
import type { ProjectFormValues } from '../rules/forms.ts';

interface ProjectFactsProps {
  draft: Draft | undefined;
  content: ProjectFormValues;
  fields: Readonly<Record<string, string>>;
  onChange: (patch: Partial<ProjectFormValues>) => void;
}

export function ProjectDetailsFields({ draft, content, fields, onChange }: ProjectFactsProps) {
  const likes = String(draft?.likes ?? 0);
  return (
    <>
      <SettingsGroup title="Where it is">
        <TextField
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
        <TextField
          label="Repository"
          name="repositoryUrl"
          type="url"
          inputMode="url"
          autoComplete="off"
          placeholder="https://"
          hint="Where its source can be read, if it can."
          value={content.repositoryUrl ?? ''}
          error={fields.repositoryUrl}
          onChange={event => onChange({ repositoryUrl: event.target.value.trim() || null })}
        />
      </SettingsGroup>
      <SettingsGroup title="Price and figures">
        <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
          <TextField
            label="Price of the source"
            name="price"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            value={content.price}
            error={fields.price}
            onChange={event => onChange({ price: event.target.value })}
          />
          <TextField
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
          <TextField
            label="Stars"
            name="stars"
            inputMode="decimal"
            autoComplete="off"
            value={content.stars}
            error={fields.stars}
            onChange={event => onChange({ stars: event.target.value })}
          />
          <TextField
            label="Likes"
            name="likes"
            inputMode="numeric"
            autoComplete="off"
            value={content.likes ?? likes}
            error={fields.likes}
            onChange={event => onChange({ likes: event.target.value })}
          />
          <TextField
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
      </SettingsGroup>
    </>
  );
}
