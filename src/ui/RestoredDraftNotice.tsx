/** Says that a form has unsaved changes from earlier, with a button to discard them. */
export function RestoredDraftNotice({ onDiscard }: { onDiscard: () => void }) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-3 border-l-2 border-accent pl-4 text-small">
      Unsaved changes restored.
      <button type="button" className="button button-danger" onClick={onDiscard}>
        Discard changes
      </button>
    </p>
  );
}
