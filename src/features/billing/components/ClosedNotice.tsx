/** Says to visitors why nothing can be ordered yet. */
export function ClosedNotice({ children }: { children: string }) {
  return <p className="mt-6 max-w-[62ch] border-l-2 border-accent bg-accent-wash px-4 py-3 text-small">{children}</p>;
}
