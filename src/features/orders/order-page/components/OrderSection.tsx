import type { ReactNode } from 'react';

export function OrderSection({ title, id, children }: { title: string; id?: string; children: ReactNode }) {
  return (
    <section id={id} aria-label={title} className="min-w-0 scroll-mt-24">
      <h2 className="border-t border-rule-strong pt-4 text-h4">{title}</h2>
      <div className="mt-4">{children}</div>
    </section>
  );
}
