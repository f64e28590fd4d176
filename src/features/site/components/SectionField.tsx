import { useId } from 'react';
import { TextField } from '#ui/TextField.tsx';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import type { SectionFieldProps } from '../rules/section-definitions.ts';
import { EditAccent } from './AccentField.tsx';
import { EditPicture } from './EditPicture.tsx';
import { HomeSectionsField } from './HomeSectionsField.tsx';
import { IconPathField } from './IconPathField.tsx';

/**
 * Renders a section's field by its kind. The uncontrolled input holds the value, which is read from the form when
 * needed.
 */
export function EditField(props: SectionFieldProps) {
  const { shape, name, value, error } = props;
  const common = { label: shape.label, name, error, defaultValue: value, ...(shape.hint ? { hint: shape.hint } : {}) };
  switch (shape.kind) {
    case 'textarea':
    case 'markdown':
      return <TextAreaField {...props} />;
    case 'select':
      return <SelectField {...props} />;
    case 'switch':
      return <SwitchField {...props} />;
    case 'picture':
      return <EditPicture {...props} />;
    case 'icon_path':
      return <IconPathField {...props} />;
    case 'accent':
      return <EditAccent {...props} />;
    case 'sections':
      return <HomeSectionsField {...props} />;
    case 'hidden':
      return <input type="hidden" name={name} defaultValue={value} />;
    case 'email':
      return <TextField {...common} type="email" inputMode="email" autoComplete={shape.autoComplete ?? 'off'} />;
    case 'phone':
      return <TextField {...common} type="tel" inputMode="tel" autoComplete={shape.autoComplete ?? 'off'} />;
    case 'url':
      return <TextField {...common} type="url" inputMode="url" autoComplete="off" />;
    case 'date':
      return <TextField {...common} type="date" />;
    case 'number':
      return <TextField {...common} inputMode="decimal" autoComplete="off" />;
    default:
      return <TextField {...common} autoComplete={shape.autoComplete ?? 'off'} />;
  }
}

function TextAreaField({ shape, name, value, error }: SectionFieldProps) {
  const id = useId();
  const markdown = shape.kind === 'markdown';
  return (
    <FormField id={id} label={shape.label} hint={shape.hint} error={error}>
      <textarea
        id={id}
        name={name}
        defaultValue={value}
        rows={markdown ? 24 : 4}
        spellCheck
        className={`field field-sizing-content ${markdown ? 'max-h-[70vh] min-h-96 font-mono text-meta' : 'min-h-24'}`}
        {...getAriaProps({ id, hint: shape.hint, error })}
      />
    </FormField>
  );
}

function SelectField({ shape, name, value, error }: SectionFieldProps) {
  const id = useId();
  return (
    <FormField id={id} label={shape.label} hint={shape.hint} error={error}>
      <select
        id={id}
        name={name}
        defaultValue={value}
        className="field"
        {...getAriaProps({ id, hint: shape.hint, error })}
      >
        {Object.entries(shape.options ?? {}).map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </select>
    </FormField>
  );
}

function SwitchField({ shape, name, value }: SectionFieldProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-small">
      <input type="checkbox" name={name} defaultChecked={value === 'on'} className="size-5" />
      {shape.label}
    </label>
  );
}
