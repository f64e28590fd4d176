import ArrowLeft from 'lucide-react/icons/arrow-left';
import { Link } from 'react-router';

/** Link above a dashboard page's title to the page that it belongs to. */
export function BackLink({ to, label }: { to: string; label: string }) {
  return (
    <Link className="meta inline-flex min-h-11 items-center gap-1.5 no-underline hover:text-accent" to={to}>
      <ArrowLeft className="size-4" aria-hidden="true" /> {label}
    </Link>
  );
}
