import { useId } from 'react';
import { Field } from '#ui/TextField.tsx';
import { describedBy, FieldFrame } from '#ui/FormField.tsx';
import type { EditFieldProps } from '../rules/section-definitions.ts';
import { EditAccent } from './AccentField.tsx';
import { EditPicture } from './EditPicture.tsx';
import { EditSections } from './HomeSectionsField.tsx';
import { EditSign } from './IconPathField.tsx';

/** One field of a document, by its kind. What stands in it is the form's, not React's: it is read when it is needed. */
export function EditField(props: EditFieldProps) {
  const { shape, name, value, error } = props;
  const common = { label: shape.label, name, error, defaultValue: value, ...(shape.hint ? { hint: shape.hint } : {}) };
  switch (shape.kind) {
    case 'text':
    case 'markdown':
      return <EditText {...props} />;
    case 'choice':
      return <EditChoice {...props} />;
    case 'switch':
      return <EditSwitch {...props} />;
    case 'picture':
      return <EditPicture {...props} />;
    case 'path':
      return <EditSign {...props} />;
    case 'accent':
      return <EditAccent {...props} />;
    case 'sections':
      return <EditSections {...props} />;
    case 'fixed':
      return <input type="hidden" name={name} defaultValue={value} />;
    case 'email':
      return <Field {...common} type="email" inputMode="email" autoComplete={shape.autoComplete ?? 'off'} />;
    case 'phone':
      return <Field {...common} type="tel" inputMode="tel" autoComplete={shape.autoComplete ?? 'off'} />;
    case 'address':
      return <Field {...common} type="url" inputMode="url" autoComplete="off" />;
    case 'day':
      return <Field {...common} type="date" />;
    case 'number':
      return <Field {...common} inputMode="decimal" autoComplete="off" />;
    default:
      return <Field {...common} autoComplete={shape.autoComplete ?? 'off'} />;
  }
}

function EditText({ shape, name, value, error }: EditFieldProps) {
  const id = useId();
  const markdown = shape.kind === 'markdown';
  return (
    <FieldFrame id={id} label={shape.label} hint={shape.hint} error={error}>
      <textarea
        id={id}
        name={name}
        defaultValue={value}
        rows={markdown ? 24 : 4}
        spellCheck
        className={`field field-sizing-content ${markdown ? 'max-h-[70vh] min-h-96 font-mono text-meta' : 'min-h-24'}`}
        {...describedBy({ id, hint: shape.hint, error })}
      />
    </FieldFrame>
  );
}

function EditChoice({ shape, name, value, error }: EditFieldProps) {
  const id = useId();
  return (
    <FieldFrame id={id} label={shape.label} hint={shape.hint} error={error}>
      <select
        id={id}
        name={name}
        defaultValue={value}
        className="field"
        {...describedBy({ id, hint: shape.hint, error })}
      >
        {Object.entries(shape.choices ?? {}).map(([choice, label]) => (
          <option key={choice} value={choice}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

function EditSwitch({ shape, name, value }: EditFieldProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-small">
      <input type="checkbox" name={name} defaultChecked={value === 'on'} className="size-5" />
      {shape.label}
    </label>
  );
}
