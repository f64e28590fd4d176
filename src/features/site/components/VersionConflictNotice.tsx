interface DocumentOvertakenProps {
  busy: boolean;
  onReload: () => void;
  onOverwrite: () => void;
}

/** Warns that a newer version was saved, and lets the owner choose which one to keep. */
export function VersionConflictNotice({ busy, onReload, onOverwrite }: DocumentOvertakenProps) {
  return (
    <div role="alert" className="mb-6 border-l-2 border-danger pl-4 text-small">
      <p>
        This was changed in another window after you opened it. Your changes are still here, but they are not saved.
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <button type="button" className="button" disabled={busy} onClick={onOverwrite}>
          Save my version
        </button>
        <button type="button" className="button" disabled={busy} onClick={onReload}>
          Discard my changes
        </button>
      </p>
    </div>
  );
}
