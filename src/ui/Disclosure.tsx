import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';

interface DisclosureProps {
  label: ReactNode;
  open?: boolean;
  className?: string;
  children: ReactNode;
}

/**
 * Content behind a label. Browsers also open it to show search matches in the page. When `open` becomes false, it closes
 * unless the focus is inside, for example on the button of a form that was corrected.
 */
export function Disclosure({
  label,
  open = false,
  className = 'w-full border-t border-rule',
  children,
}: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [openAtFirst] = useState(open);
  const wasOpen = useRef(open);
  useLayoutEffect(() => {
    if (!details.current || wasOpen.current === open) return;
    wasOpen.current = open;
    if (open || !details.current.contains(document.activeElement)) details.current.open = open;
  }, [open]);
  return (
    <details ref={details} open={openAtFirst} className={className}>
      <summary className="disclosure flex min-h-11 items-center justify-between gap-4 py-1.5 font-display text-small font-semibold text-ink hover:text-accent">
        <span>{label}</span>
      </summary>
      <div className="pt-2 pb-5">{children}</div>
    </details>
  );
}
