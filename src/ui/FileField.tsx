import { useId } from 'react';
import { useActionData } from 'react-router';
import { getAriaProps, FormField } from './FormField.tsx';

interface FileFieldProps {
  /** Defaults to a label that marks the field as optional. */
  label?: string;
  hint: string;
  error: string | undefined;
  /** Accepted extensions, such as `.pdf`. If omitted, several files of any type are accepted. */
  extensions?: readonly string[];
}

/** Returns whether the form was shown again without the files that were chosen in it (`pageAction`). */
export const useHasLostFiles = () => useActionData<{ hasLostFiles?: true }>()?.hasLostFiles ?? false;

/** File input for optional files: several of any type, or one with certain extensions. */
export function FileField({ label, hint, error: ownError, extensions }: FileFieldProps) {
  const id = useId();
  const lost = `Choose your ${extensions ? 'file' : 'files'} again. Your browser doesn’t keep files when a form is shown again.`;
  const hasLostFiles = useHasLostFiles();
  const error = ownError ?? (hasLostFiles ? lost : undefined);
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
