import type { FormError } from './use-async-action.ts';

/** What went wrong, unless it stands beside a field. */
export function FormErrorMessage({ failure }: { failure: FormError | undefined }) {
  if (!failure || Object.keys(failure.fields).length > 0) return null;
  return (
    <p role="alert" className="border-l-2 border-danger pl-4 text-small">
      {failure.message}
    </p>
  );
}
