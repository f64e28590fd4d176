import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import type { Issue } from '../contract/issues.ts';

export type IssueFormProps = { issue: Issue; failure: FailedSubmission | undefined };

/** Shows why the last submission of an issue's form was rejected. */
export function SubmissionError({ failure }: Pick<IssueFormProps, 'failure'>) {
  if (!failure) return null;
  return <ErrorNotice className="mb-6" message={failure.failed.message} />;
}

type IntentButtonProps = { intent: string; label: string; className?: string; busy?: boolean };

/** Submits the form around it with an intent. */
export function IntentButton({ intent, label, className = '', busy }: IntentButtonProps) {
  return (
    <button
      type="submit"
      name="intent"
      value={intent}
      className={`button ${className}`}
      aria-disabled={busy || undefined}
    >
      {label}
    </button>
  );
}
