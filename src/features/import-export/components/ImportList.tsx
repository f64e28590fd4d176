import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { MetaLine } from '#ui/MetaLine.tsx';
import { DateTime } from '#ui/DateTime.tsx';
import type { ImportSummary } from '../contract/index.ts';
import { archiveCounts, formatCounts, sourceLabels } from '../rules/labels.ts';

function formatStatus(line: ImportSummary): string {
  switch (line.status) {
    case 'pending':
      return `${formatCounts(archiveCounts(line), 'No content')}, not imported yet`;
    case 'queued':
      return 'Waiting to start';
    case 'running':
      return 'Running';
    case 'failed':
      return 'Import failed';
    default: {
      const { created: posts = 0, projects = 0, siteSections = 0 } = line.result ?? {};
      return `${formatCounts({ posts, projects, siteSections }, 'Nothing new')} imported`;
    }
  }
}

/** Uploaded archives with their status. */
export function ImportList({ items }: { items: readonly ImportSummary[] }) {
  if (items.length === 0)
    return <p className="text-small text-ink-soft">No archives yet. Archives that you upload appear here.</p>;
  return (
    <ul className="-mt-3">
      {items.map(line => (
        <li key={line.id} className="border-t border-rule py-3 first:border-t-0">
          <Link
            className="inline-flex min-h-11 items-center font-display font-semibold [overflow-wrap:anywhere] hover:text-accent"
            to={dashboardPaths.importDetails(line.id)}
          >
            {line.fileName}
          </Link>
          <MetaLine
            items={[<DateTime key="date" instant={line.uploadedAt} />, sourceLabels[line.source], formatStatus(line)]}
          />
        </li>
      ))}
    </ul>
  );
}
