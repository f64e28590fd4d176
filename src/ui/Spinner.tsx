export function FullPageSpinner() {
  return (
    <output className="spinner-screen fixed inset-0 z-50 grid place-items-center bg-ground/80" aria-label="Loading">
      <svg
        viewBox="0 0 48 48"
        className="size-12 text-accent"
        fill="none"
        stroke="currentColor"
        strokeWidth="3"
        aria-hidden="true"
      >
        <circle cx="24" cy="24" r="20" opacity="0.2" />
        <path className="spinner-arc" d="M24 4a20 20 0 0 1 20 20" strokeLinecap="round" />
      </svg>
    </output>
  );
}
