import type { FailedSubmission } from './ActionForm.tsx';

/** Returns a function from a field's name to its name, value (as submitted last, or as saved) and error. */
export const createFieldProps =
  (failure: FailedSubmission | undefined, saved: Readonly<Record<string, string | number>> = {}) =>
  (name: string) => ({
    name,
    defaultValue: failure?.values[name] ?? String(saved[name] ?? ''),
    error: failure?.failed.fields[name],
  });
