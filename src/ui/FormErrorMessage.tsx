import type { TaskFailure } from './use-async-action.ts';

/** What went wrong, unless it stands beside a field. */
export function TaskFailureText({ failure }: { failure: TaskFailure | undefined }) {
  if (!failure || Object.keys(failure.fields).length > 0) return null;
  return (
    <p role="alert" className="border-l-2 border-danger pl-4 text-small">
      {failure.message}
    </p>
  );
}
