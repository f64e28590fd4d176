import Plus from 'lucide-react/icons/plus';
import type { ReactNode } from 'react';

interface DisclosureProps {
  label: ReactNode;
  isOpen?: boolean;
  className?: string;
  children: ReactNode;
}

/** Text behind a label; browsers also open it when they search the page. */
export function Disclosure({ label, isOpen = false, className = '', children }: DisclosureProps) {
  return (
    <details open={isOpen} className={`group ${className}`}>
      <summary className="flex min-h-11 items-center pointer-fine:min-h-9 justify-between gap-3 py-1 font-display text-small font-semibold hover:text-accent">
        <span>{label}</span>
        <Plus className="size-4 shrink-0 text-ink-faint group-open:rotate-45" aria-hidden="true" />
      </summary>
      <div className="pb-4 text-small text-ink-soft">{children}</div>
    </details>
  );
}
