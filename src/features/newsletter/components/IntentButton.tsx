import type { FailedSubmission } from '#ui/ActionForm.tsx';
import type { Issue } from '../contract/issues.ts';

export type IssueFormProps = { issue: Issue; failure: FailedSubmission | undefined };

/** Shows why the last submission of an issue's form was rejected. */
export function SubmissionError({ failure }: Pick<IssueFormProps, 'failure'>) {
  if (!failure) return null;
  return (
    <p role="alert" className="mb-6 border-l-2 border-danger pl-4 text-small">
      {failure.failed.message}
    </p>
  );
}

type IntentButtonProps = { intent: string; label: string; className?: string; disabled?: boolean };

/** Submits the form around it with an intent. */
export function IntentButton({ intent, label, className = '', disabled }: IntentButtonProps) {
  return (
    <button type="submit" name="intent" value={intent} className={`button ${className}`} disabled={disabled}>
      {label}
    </button>
  );
}
