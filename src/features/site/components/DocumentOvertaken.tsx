interface DocumentOvertakenProps {
  busy: boolean;
  onTheirs: () => void;
  onMine: () => void;
}

/** Says that another version was saved meanwhile, and lets the owner choose: nothing is lost before that. */
export function DocumentOvertaken({ busy, onTheirs, onMine }: DocumentOvertakenProps) {
  return (
    <div role="alert" className="mb-6 border-l-2 border-danger pl-4 text-small">
      <p>
        This was saved somewhere else in the meantime, perhaps in another window. What you wrote is still here, and not
        saved yet.
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <button type="button" className="button" disabled={busy} onClick={onMine}>
          Save mine over it
        </button>
        <button type="button" className="button" disabled={busy} onClick={onTheirs}>
          Drop mine and show what is saved
        </button>
      </p>
    </div>
  );
}
