interface LeftOutListProps {
  summary: string;
  items: readonly { readonly name: string; readonly reason: string }[];
  /** Number of all items; only the first are listed. */
  total: number;
  className: string;
}

/** A closed list of what is not imported, with reasons. */
export function LeftOutList({ summary, items, total, className }: LeftOutListProps) {
  if (total === 0) return null;
  return (
    <details className={`${className} border-t border-rule pt-4`}>
      <summary className="min-h-11 cursor-pointer content-center font-display font-semibold">{summary}</summary>
      <ul className="text-small">
        {items.map(({ name, reason }, index) => (
          <li key={`${index}-${name}`} className="py-1 [overflow-wrap:anywhere]">
            {name} <span className="meta">{reason}</span>
          </li>
        ))}
      </ul>
      {total > items.length && <p className="meta">And {total - items.length} more.</p>}
    </details>
  );
}
