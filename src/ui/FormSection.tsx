import type { ReactNode } from 'react';

export function FormSection({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section aria-label={title}>
      <h2 className="border-t border-rule-strong pt-4 text-h3">{title}</h2>
      <div className="mt-5 grid gap-6">{children}</div>
    </section>
  );
}
