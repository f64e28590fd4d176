import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import { Link } from 'react-router';

interface Neighbor {
  readonly title: string;
  readonly to: string;
}

/** Links to the next and previous item of a series. */
export function PreviousNextLinks({
  newer,
  older,
  noun,
}: {
  newer: Neighbor | null;
  older: Neighbor | null;
  noun: string;
}) {
  if (!newer && !older) return null;
  const side = (neighbor: Neighbor, label: string, end: boolean) => (
    <div className={`group relative border-t border-rule pt-4 ${end ? 'sm:col-start-2 sm:text-right' : ''}`}>
      <span className="meta inline-flex items-center gap-1.5">
        {!end && <ArrowLeft className="size-4" aria-hidden="true" />}
        {label}
        {end && <ArrowRight className="size-4" aria-hidden="true" />}
      </span>
      <Link
        dir="auto"
        className="stretched mt-1 block font-display text-h4 font-semibold no-underline group-hover:text-accent"
        to={neighbor.to}
        rel={end ? 'next' : 'prev'}
        viewTransition
      >
        {neighbor.title}
      </Link>
    </div>
  );
  return (
    <nav aria-label={`More ${noun}s`} className="no-print frame mt-20 grid gap-x-12 gap-y-6 sm:grid-cols-2">
      {newer && side(newer, `Newer ${noun}`, false)}
      {older && side(older, `Older ${noun}`, true)}
    </nav>
  );
}
