import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import type { StorageQuota } from '../contract.ts';
import { formatBytes } from '../rules.ts';

const parts = [
  ['Pictures', dashboardPaths.media],
  ['Documents', dashboardPaths.mediaFiles],
] as const;

interface MediaFrameProps {
  current: (typeof parts)[number][0];
  quota: StorageQuota;
  children: ReactNode;
}

/** Layout of the media library: the storage quota and the tabs. */
export function MediaLayout({ current, quota, children }: MediaFrameProps) {
  return (
    <DashboardPage
      title="Media"
      intro="Pictures for posts, projects and the site, and documents to hand out. Each is uploaded once and used wherever it is needed."
      aside={<Room quota={quota} />}
    >
      <nav aria-label="Kinds of media" className="no-print border-b border-rule">
        <ul className="-mb-px flex gap-x-6">
          {parts.map(([label, path]) => (
            <li key={path}>
              <Link
                to={path}
                aria-current={label === current ? 'page' : undefined}
                className={`inline-flex min-h-11 items-center gap-1.5 border-b-2 font-display text-small font-medium no-underline ${
                  label === current ? 'border-accent text-ink' : 'border-transparent text-ink-soft hover:text-ink'
                }`}
              >
                {label} <span className="meta">{label === 'Pictures' ? quota.pictures : quota.documents}</span>
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {children}
    </DashboardPage>
  );
}

/** Share of the quota from which the bar warns. */
const NEARLY_FULL = 0.9;

function Room({ quota: { usedBytes, limitBytes } }: { quota: StorageQuota }) {
  if (limitBytes === null) {
    return <p className="meta">{formatBytes(usedBytes)} in use</p>;
  }
  const full = usedBytes / limitBytes >= NEARLY_FULL;
  return (
    <div className="w-full max-w-56">
      <p id="room" className={`meta mb-1.5 ${full ? 'text-danger' : ''}`}>
        {formatBytes(usedBytes)} of {formatBytes(limitBytes)} in use
      </p>
      <progress className="progress" max={limitBytes} value={Math.min(usedBytes, limitBytes)} aria-labelledby="room" />
    </div>
  );
}
