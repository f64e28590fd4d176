import type { ReactNode } from 'react';

interface OrderSectionProps {
  title: string;
  id?: string | undefined;
  /** A summary of the contents, shown while the section is collapsed. Without it, the section can't be collapsed. */
  note?: string | undefined;
  open?: boolean;
  children: ReactNode;
}

export function OrderSection({ title, id, note, open = false, children }: OrderSectionProps) {
  if (note === undefined) {
    return (
      <section id={id} aria-label={title} className="min-w-0 scroll-mt-24">
        <h2 className="border-t border-rule-strong pt-4 text-h4">{title}</h2>
        <div className="mt-4">{children}</div>
      </section>
    );
  }
  return (
    <section aria-label={title} className="min-w-0 border-t border-rule last:border-b">
      <details open={open}>
        <summary className="disclosure flex min-h-14 items-center gap-4 py-2 hover:text-accent">
          <h2 className="text-body font-semibold">{title}</h2>
          <span className="hint ml-auto text-right">{note}</span>
        </summary>
        {/* A link to this element opens the section. */}
        <div id={id} className="scroll-mt-24 pt-2 pb-8">
          {children}
        </div>
      </details>
    </section>
  );
}
