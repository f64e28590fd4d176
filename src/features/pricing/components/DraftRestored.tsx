interface DraftRestoredProps {
  onDiscard: () => void;
}

/** Tells the owner that an unsaved draft was restored. */
export function DraftRestored({ onDiscard }: DraftRestoredProps) {
  return (
    <p className="flex flex-wrap items-center justify-between gap-3 border-l-2 border-accent pl-4 text-small">
      What you had not saved is back.
      <button type="button" className="button" onClick={onDiscard}>
        Discard it
      </button>
    </p>
  );
}
