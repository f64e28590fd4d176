/** The site's sign: a plot of land with its corner staked. */
export function Mark({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} fill="none" stroke="currentColor" strokeWidth="3" aria-hidden="true">
      <path d="M5 9.5V5h4.500M27 22.500V27h-4.500M5 27V15.500M27 5H15.500M5 27h11.500M27 5v11.500" />
      <path d="M10 22V10h12M10 16h8.500" />
    </svg>
  );
}
