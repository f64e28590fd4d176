import type { FormError } from '#ui/use-async-action.ts';

interface DocumentSavingProps {
  busy: boolean;
  /** Whether there are unsaved changes. */
  dirty: boolean;
  failure: FormError | undefined;
}

/** Renders the form's footer: its error, the save button and the status. */
export function SectionSaveBar({ busy, dirty, failure }: DocumentSavingProps) {
  const wrong = failure ? Object.keys(failure.fields).length : 0;
  return (
    <div className="sticky bottom-0 z-10 mt-8 border-t border-rule bg-ground py-4">
      {failure && (
        <p role="alert" className="mb-3 text-small text-danger">
          {wrong > 1 ? `${wrong} fields need another look. Each says why.` : failure.message}
        </p>
      )}
      <div className="flex flex-wrap items-center gap-x-5 gap-y-3">
        <button type="submit" className="button button-primary" disabled={busy}>
          {busy ? 'Saving…' : 'Save'}
        </button>
        <output className="meta">
          {busy ? '' : dirty ? 'Not saved yet. Kept as a draft in this browser.' : 'Everything is saved.'}
        </output>
      </div>
    </div>
  );
}
