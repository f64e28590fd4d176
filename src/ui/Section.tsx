import type { ReactNode } from 'react';

interface SectionProps {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

/** A page section under a hairline, with its title on the left. */
export function Section({ title, aside, children, className = '' }: SectionProps) {
  return (
    <section aria-label={title} className={`frame mt-20 lg:mt-28 ${className}`}>
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1 border-t border-rule-strong pt-4">
        <h2 className="text-h2">{title}</h2>
        {aside}
      </div>
      <div className="mt-9">{children}</div>
    </section>
  );
}
