import { ErrorNotice } from './ErrorNotice.tsx';
import type { FormError } from './use-async-action.ts';

/** Shows the error of a form unless it belongs to a field. */
export function FormErrorMessage({ failure }: { failure: FormError | undefined }) {
  if (!failure || Object.keys(failure.fields).length > 0) return null;
  return <ErrorNotice message={failure.message} />;
}
