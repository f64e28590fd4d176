import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { TabLinks } from '#ui/TabLinks.tsx';
import type { ImportPreview } from '../contract/index.ts';
import type { PreviewFilter } from '../contract/constants.ts';

const names: Readonly<Record<PreviewFilter, string>> = {
  all: 'All',
  posts: 'Posts',
  projects: 'Projects',
  with_notes: 'With notes',
  existing: 'Existing',
  invalid: 'Can’t be imported',
};

/** Filters of a preview, to find entries that need attention. */
export function ImportPlanFilters({ preview, filter }: { preview: ImportPreview; filter: PreviewFilter }) {
  const { filterCounts, options } = preview;
  const matchesAll = (part: PreviewFilter) => part !== 'all' && filterCounts[part] === filterCounts.all;
  const visibleFilters = (Object.keys(names) as PreviewFilter[]).filter(
    part => part === filter || part === 'all' || (filterCounts[part] > 0 && !matchesAll(part)),
  );
  if (visibleFilters.length < 2) return null;
  const path = dashboardPaths.importDetails(preview.import.id);
  const tabs = visibleFilters.map(part => ({
    label: names[part],
    to: withQuery(path, { ...options, filter: part === 'all' ? undefined : part }),
    count: filterCounts[part].toLocaleString('en'),
    isCurrent: part === filter,
  }));
  return <TabLinks label="Filter contents" className="mb-5" tabs={tabs} />;
}
