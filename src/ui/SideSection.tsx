import type { ReactNode } from 'react';

interface SideSectionProps {
  title: string;
  id?: string;
  children: ReactNode;
}

/** A group of facts in the column at the side of a page. */
export function SideSection({ title, id, children }: SideSectionProps) {
  return (
    <section id={id} aria-label={title} className="min-w-0 scroll-mt-24 border-t border-rule-strong pt-3 text-small">
      <h2 className="mb-2 text-h4 lg:text-small">{title}</h2>
      {children}
    </section>
  );
}
