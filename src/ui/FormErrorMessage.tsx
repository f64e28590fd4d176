import { ErrorNotice } from './ErrorNotice.tsx';
import type { FormError } from './use-async-action.ts';

interface FormErrorMessageProps {
  failure: FormError | undefined;
  /** Describes several fields with errors, in another language than English. */
  formatProblems?: ((count: number) => string) | undefined;
}

/** Shows the error of a form, unless it is that of a single field. Fields show their own, so it counts several. */
export function FormErrorMessage({
  failure,
  formatProblems = count => `${count} fields need your attention.`,
}: FormErrorMessageProps) {
  if (!failure) return null;
  const count = Object.keys(failure.fields).length;
  return <ErrorNotice message={count > 1 ? formatProblems(count) : count === 0 && failure.message} />;
}
