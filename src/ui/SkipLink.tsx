/** Skips the navigation; visible on focus. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only z-50 bg-accent px-4 py-3 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
    >
      Skip to content
    </a>
  );
}
