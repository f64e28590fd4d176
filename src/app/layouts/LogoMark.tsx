import { LOGO_PATH } from '#shared/logo.ts';

/** The built-in logo. */
export function LogoMark({ className = '' }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" className={className} fill="currentColor" aria-hidden="true">
      <path d={LOGO_PATH} />
    </svg>
  );
}
