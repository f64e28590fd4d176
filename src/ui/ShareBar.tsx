/** A bar behind a row; `share` is from 0 to 1. */
export function ShareBar({ share, width }: { share: number; width: string }) {
  return (
    <svg
      viewBox="0 0 100 1"
      preserveAspectRatio="none"
      className={`absolute inset-y-1 left-0 h-[calc(100%-0.5rem)] ${width}`}
      aria-hidden="true"
    >
      <rect width={share * 100} height="1" className="fill-accent-wash" />
    </svg>
  );
}
