import type { ReactNode } from 'react';

interface DisclosureProps {
  label: ReactNode;
  open?: boolean;
  className?: string;
  children: ReactNode;
}

/** Content behind a label. Browsers also open it to show search matches in the page. */
export function Disclosure({
  label,
  open = false,
  className = 'w-full border-t border-rule',
  children,
}: DisclosureProps) {
  return (
    <details open={open} className={className}>
      <summary className="disclosure flex min-h-11 items-center justify-between gap-4 py-1.5 font-display text-small font-semibold text-ink hover:text-accent">
        <span>{label}</span>
      </summary>
      <div className="pt-2 pb-5">{children}</div>
    </details>
  );
}
