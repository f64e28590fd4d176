import type { ReactNode } from 'react';

/** Renders one entry of a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-t border-rule py-3">
      <dt className="hint">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}

/** Renders facts as rows, each value next to its name. */
export function FactList({ children }: { children: ReactNode }) {
  return (
    <dl className="*:grid *:grid-cols-[7rem_minmax(0,1fr)] sm:*:grid-cols-[8rem_minmax(0,1fr)] *:items-baseline *:gap-x-4 *:py-2 [&_dd]:mt-0 [&_dd]:flex [&_dd]:flex-wrap [&_dd]:items-baseline [&_dd]:gap-x-2 [&_dt]:leading-6">
      {children}
    </dl>
  );
}
