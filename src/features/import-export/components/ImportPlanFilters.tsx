import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import type { ImportPreview } from '../contract/index.ts';
import type { PreviewFilter } from '../contract/constants.ts';

const names: Readonly<Record<PreviewFilter, string>> = {
  all: 'All',
  posts: 'Posts',
  projects: 'Projects',
  with_notes: 'With a note',
  existing: 'Here already',
  invalid: 'Not possible',
};

/** Filters of a preview, to find entries that need attention. */
export function ImportPlanFilters({ preview, filter }: { preview: ImportPreview; filter: PreviewFilter }) {
  const { filterCounts, options } = preview;
  const isWhole = (part: PreviewFilter) => part !== 'all' && filterCounts[part] === filterCounts.all;
  const shown = (Object.keys(names) as PreviewFilter[]).filter(
    part => part === filter || part === 'all' || (filterCounts[part] > 0 && !isWhole(part)),
  );
  if (shown.length < 2) return null;
  const item = 'inline-flex min-h-11 items-center gap-1.5 border-b-2 font-display text-small font-medium no-underline';
  return (
    <nav aria-label="Parts of the archive" className="mb-5 border-b border-rule">
      <ul className="-mb-px flex flex-wrap gap-x-6">
        {shown.map(part => (
          <li key={part}>
            <Link
              to={withQuery(dashboardPaths.importDetails(preview.import.id), {
                ...options,
                filter: part === 'all' ? undefined : part,
              })}
              aria-current={part === filter ? 'true' : undefined}
              preventScrollReset
              className={`${item} ${part === filter ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink'}`}
            >
              {names[part]} <span className="meta">{filterCounts[part].toLocaleString('en')}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
