/** Keeps each number such as 2026-0001 in a text on one line. */
export function UnbrokenNumbers({ text }: { text: string }) {
  return text.split(/(\b\d{4}-\d{4,9}\b)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // The parts of a sentence stay where they are.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
