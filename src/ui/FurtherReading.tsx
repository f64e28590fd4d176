import ArrowLeft from 'lucide-react/icons/arrow-left';
import ArrowRight from 'lucide-react/icons/arrow-right';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Section } from './Section.tsx';

interface FurtherReadingProps<Neighbor, Related> {
  noun: string;
  item: { category: string; next: Neighbor | null; previous: Neighbor | null; related: readonly Related[] };
  pathOf: (neighbor: Neighbor) => string;
  /** Renders the card of a related item. */
  children: (related: Related) => ReactNode;
}

/** Links to the next and previous item of a series, and shows related ones. */
export function FurtherReading<Neighbor extends { title: string }, Related>({
  noun,
  item: { category, next, previous, related },
  pathOf,
  children,
}: FurtherReadingProps<Neighbor, Related>) {
  const renderLink = (neighbor: Neighbor, label: string, end: boolean) => (
    <div className={`group relative border-t border-rule pt-4 ${end ? 'sm:col-start-2 sm:text-right' : ''}`}>
      <span className={`meta flex items-center gap-1.5 ${end ? 'sm:justify-end' : ''}`}>
        {!end && <ArrowLeft className="size-4" aria-hidden="true" />}
        {label}
        {end && <ArrowRight className="size-4" aria-hidden="true" />}
      </span>
      <Link
        dir="auto"
        className="stretched-link mt-1 block font-display text-h4 font-semibold no-underline group-hover:text-accent"
        to={pathOf(neighbor)}
        rel={end ? 'next' : 'prev'}
        viewTransition
      >
        {neighbor.title}
      </Link>
    </div>
  );
  return (
    <>
      {(next ?? previous) && (
        <nav
          aria-label={`More ${noun}s`}
          className="no-print frame mt-20 grid grid-cols-1 gap-x-12 gap-y-6 sm:grid-cols-2"
        >
          {next && renderLink(next, `Newer ${noun}`, false)}
          {previous && renderLink(previous, `Older ${noun}`, true)}
        </nav>
      )}
      {related.length > 0 && (
        <Section title={`More in ${category}`} className="no-print">
          <div className="grid grid-cols-1 gap-x-8 gap-y-12 sm:grid-cols-2 lg:grid-cols-3">{related.map(children)}</div>
        </Section>
      )}
    </>
  );
}
