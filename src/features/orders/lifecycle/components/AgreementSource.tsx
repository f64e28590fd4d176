/** Renders the exact text of an agreement with its SHA-256. */
export function AgreementSource({ text, hash }: { text: string; hash: string }) {
  return (
    <>
      <pre
        className="max-h-96 overflow-auto rounded-control border border-rule bg-raised p-4 font-mono text-meta whitespace-pre-wrap"
        // Makes the scrollable text reachable by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
      >
        {text}
      </pre>
      <p className="meta mt-2 [overflow-wrap:anywhere]">SHA-256 {hash}</p>
    </>
  );
}
