import type { FailedSubmission } from '#ui/ActionForm.tsx';

interface EmailCheckboxProps {
  name: string;
  label?: string;
  refused: FailedSubmission | undefined;
}

/** Whether the client gets an email; checked unless the rejected form says otherwise. */
export function EmailCheckbox({ name, label = 'Notify the client by email', refused }: EmailCheckboxProps) {
  return (
    <label className="flex min-h-11 items-center gap-3 text-small">
      <input
        type="checkbox"
        name={name}
        className="size-4.5 shrink-0"
        defaultChecked={refused === undefined || refused.values[name] !== undefined}
      />
      {label}
    </label>
  );
}
