import { markPath } from '#shared/logo.ts';

/** The site's sign. */
export function Mark({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} fill="currentColor" aria-hidden="true">
      <path d={markPath} />
    </svg>
  );
}
