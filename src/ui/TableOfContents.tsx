import type { ReactNode } from 'react';

interface TableOfContentsProps {
  headings: readonly { readonly level: number; readonly id: string; readonly text: string }[];
  /** Follows the contents in their column. */
  children?: ReactNode;
}

/**
 * Links to a text's second-level headings, numbered; nothing for fewer than two. The script of every page marks the
 * section being read (bootstrap.ts).
 */
export function TableOfContents({ headings, children }: TableOfContentsProps) {
  const shown = headings.filter(heading => heading.level === 2);
  return (
    <div className="no-print lg:sticky lg:top-16 lg:col-span-3 lg:max-h-[calc(100dvh-4rem)] lg:self-start lg:overflow-y-auto lg:pt-12 lg:[&_a]:-outline-offset-2 lg:-mt-12">
      {shown.length > 1 && (
        <nav aria-label="Contents">
          <h2 className="meta mb-2 uppercase tracking-widest">Contents</h2>
          <ol className="contents-list">
            {shown.map((heading, index) => (
              <li key={heading.id} className="grid grid-cols-[2rem_1fr] items-baseline border-t border-rule text-small">
                <span className="meta">{index + 1}</span>
                <a
                  className="flex min-h-11 items-center py-1.5 text-ink-soft no-underline hover:text-accent aria-[current]:text-ink"
                  href={`#${heading.id}`}
                >
                  {heading.text}
                </a>
              </li>
            ))}
          </ol>
        </nav>
      )}
      {children}
    </div>
  );
}
