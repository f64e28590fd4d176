import { useId } from 'react';
import { getAriaProps, FormField } from './FormField.tsx';

interface FileFieldProps {
  /** Defaults to a label that marks the field as optional. */
  label?: string;
  hint: string;
  error: string | undefined;
  /** Accepted extensions, such as `.pdf`. If omitted, several files of any type are accepted. */
  extensions?: readonly string[];
}

/** File input for optional files: several of any type, or one with certain extensions. */
export function FileField({ label, hint, error, extensions }: FileFieldProps) {
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
