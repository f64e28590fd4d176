import type { ReactNode } from 'react';

/** Renders one entry of a `dl`. */
export function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="border-t border-rule py-3">
      <dt className="meta">{name}</dt>
      <dd className="mt-0.5">{children}</dd>
    </div>
  );
}
