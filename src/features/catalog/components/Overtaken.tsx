interface OvertakenProps {
  /** What was sent without success; the page's address shows what is saved. */
  onDrop: () => void;
  path: string;
}

/** The ways on when another window saved meanwhile, within the form whose text is still there: both need no script. */
export function Overtaken({ onDrop, path }: OvertakenProps) {
  return (
    <div className="border-l-2 border-danger pl-4 text-small">
      <p>What you wrote is still here. You can save it over the other version, or look at that one and lose yours.</p>
      <p className="mt-3 flex flex-wrap gap-3">
        <button type="submit" name="over" value="yes" className="button">
          Save mine over it
        </button>
        <a className="button" href={path} onClick={onDrop}>
          Drop mine and show what is saved
        </a>
      </p>
    </div>
  );
}
