/** Shows an important notice above the content of a page. */
export function PageNotice({ children }: { children: string }) {
  return <p className="mt-6 max-w-[32em] border-l-2 border-accent bg-accent-wash px-4 py-3 text-small">{children}</p>;
}
