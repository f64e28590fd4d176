import type { ReactNode } from 'react';
import { Link } from 'react-router';

interface DashboardSectionProps {
  title: string;
  /** Link to the complete list. */
  all?: { readonly to: string; readonly label: string };
  /** Shown to the right of the title instead of a link. */
  note?: ReactNode;
  children: ReactNode;
}

/** A section of the dashboard's home page. */
export function DashboardSection({ title, all, note, children }: DashboardSectionProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <div className="flex min-h-11 items-center justify-between gap-6 border-b border-rule-strong">
        <h2 className="text-h4">{title}</h2>
        {all && (
          <Link className="hint inline-flex min-h-11 items-center hover:text-accent" to={all.to}>
            {all.label}
          </Link>
        )}
        {note && <p className="hint text-right whitespace-nowrap">{note}</p>}
      </div>
      {children}
    </section>
  );
}
