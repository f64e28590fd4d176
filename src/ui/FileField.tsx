import { useId } from 'react';
import { getAriaProps, FormField } from './FormField.tsx';

interface FilesFieldProps {
  /** Left out, it is said that none is needed. */
  label?: string;
  hint: string;
  error: string | undefined;
  /** The endings that are taken, as `.pdf`; left out, files may be of any kind, and several. */
  extensions?: readonly string[];
}

/** Files that go with a form, or one where only some kinds are taken. They are not needed. */
export function FileField({ label, hint, error, extensions }: FilesFieldProps) {
  const id = useId();
  return (
    <FormField id={id} label={label ?? (extensions ? 'File (optional)' : 'Files (optional)')} hint={hint} error={error}>
      <input
        id={id}
        type="file"
        name="file"
        multiple={!extensions}
        accept={extensions?.join(',')}
        className="file-field max-w-full"
        {...getAriaProps({ id, hint, error })}
      />
    </FormField>
  );
}
