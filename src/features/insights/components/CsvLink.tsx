import Download from 'lucide-react/icons/download';

/** Downloads a table as CSV. */
export function CsvLink({ href, label }: { href: string; label: string }) {
  return (
    <a
      className="hint inline-flex min-h-11 items-center gap-1.5 hover:text-accent"
      href={href}
      download
      aria-label={label}
    >
      <Download className="size-3.5" aria-hidden="true" /> CSV
    </a>
  );
}
