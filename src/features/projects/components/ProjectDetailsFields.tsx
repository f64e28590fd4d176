import { SettingsGroup } from '#features/publishing/browser.ts';
import { TextField, type TextFieldProps } from '#ui/TextField.tsx';
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
  const values = { ...content, likes: content.likes ?? likes };
  type Name = 'currency' | 'forks' | 'likes' | 'link' | 'price' | 'repositoryUrl' | 'stars';
  const field = (name: Name, label: string, more: Partial<TextFieldProps>) => (
    <TextField
      label={label}
      name={name}
      autoComplete="off"
      value={values[name] ?? ''}
      error={fields[name]}
      onChange={event => onChange({ [name]: event.target.value })}
      {...more}
    />
  );
  const addressField = (name: 'link' | 'repositoryUrl', label: string, hint: string) =>
    field(name, label, {
      type: 'url',
      inputMode: 'url',
      placeholder: 'https://',
      hint,
      onChange: event => onChange({ [name]: event.target.value.trim() || null }),
    });
  return (
    <>
      <SettingsGroup title="Links">
        {addressField('link', 'Live site URL', 'Where people can see the project. Required to publish.')}
        {addressField('repositoryUrl', 'Repository URL (optional)', 'Where people can read the source code.')}
      </SettingsGroup>
      <SettingsGroup title="Price and stats">
        <div className="grid grid-cols-[minmax(0,1fr)_6rem] gap-3">
          {field('price', 'Source code price', { inputMode: 'decimal', placeholder: '0' })}
          {field('currency', 'Currency', {
            maxLength: 3,
            onChange: event => onChange({ currency: event.target.value.toUpperCase() }),
          })}
        </div>
        <div className="grid grid-cols-3 gap-3">
          {field('stars', 'Stars', { inputMode: 'decimal' })}
          {field('likes', 'Likes', { inputMode: 'numeric' })}
          {field('forks', 'Forks', { inputMode: 'numeric' })}
        </div>
        <p className="hint -mt-2">For stars, enter a number from 0 to 5, such as 4.8.</p>
      </SettingsGroup>
    </>
  );
}
