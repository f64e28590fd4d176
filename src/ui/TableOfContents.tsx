interface TableOfContentsProps {
  headings: readonly { readonly level: number; readonly id: string; readonly text: string }[];
}

/** Links to a text's second-level headings, numbered. Renders nothing for fewer than two. */
export function TableOfContents({ headings }: TableOfContentsProps) {
  const shown = headings.filter(heading => heading.level === 2);
  if (shown.length < 2) return null;
  return (
    <nav aria-label="Contents" className="no-print lg:sticky lg:top-28 lg:col-span-3 lg:self-start">
      <h2 className="meta mb-2 uppercase tracking-widest">Contents</h2>
      <ol>
        {shown.map((heading, index) => (
          <li key={heading.id} className="grid grid-cols-[2rem_1fr] items-baseline border-t border-rule text-small">
            <span className="meta">{index + 1}</span>
            <a
              className="flex min-h-11 items-center py-1.5 text-ink-soft no-underline hover:text-accent"
              href={`#${heading.id}`}
            >
              {heading.text}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
