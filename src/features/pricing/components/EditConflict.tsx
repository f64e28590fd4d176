interface OvertakenProps {
  /** Deletes the unsaved changes. */
  onDiscard: () => void;
  /** Shows the saved version. */
  path: string;
}

/** Lets the owner choose a version after an edit conflict. It is part of the form. */
export function EditConflict({ onDiscard, path }: OvertakenProps) {
  return (
    <div className="border-l-2 border-danger pl-4 text-small">
      <p>Your changes are still here. Save them over the other version, or discard them.</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <button type="submit" name="over" value="yes" className="button">
          Save my version
        </button>
        <a className="button" href={path} onClick={onDiscard}>
          Discard my changes
        </a>
      </p>
    </div>
  );
}
