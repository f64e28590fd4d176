import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

/** A task with a link to the page where it is done. */
export function ActionItem({ to, action, children }: { to: string; action: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-rule py-3">
      <p className="min-w-0 flex-1 basis-72 font-display text-small leading-snug font-semibold [&_.hint]:font-text [&_.hint]:font-normal">
        {children}
      </p>
      <Link className="button" to={to}>
        {action} <ArrowRight className="size-4" aria-hidden="true" />
      </Link>
    </li>
  );
}
