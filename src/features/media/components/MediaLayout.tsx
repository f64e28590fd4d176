import type { ReactNode } from 'react';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { TabLinks } from '#ui/TabLinks.tsx';
import type { StorageQuota } from '../contract.ts';
import { formatBytes } from '../rules.ts';

interface MediaLayoutProps {
  current: 'Pictures' | 'Documents';
  quota: StorageQuota;
  children: ReactNode;
}

/** Layout of the media library: the storage quota and the tabs. */
export function MediaLayout({ current, quota, children }: MediaLayoutProps) {
  return (
    <DashboardPage
      title="Media"
      intro="Pictures for posts, projects and the site, and documents to hand out. Each is uploaded once and used wherever it is needed."
      aside={<StorageMeter quota={quota} />}
    >
      <TabLinks
        label="Kinds of media"
        className="no-print"
        tabs={[
          { label: 'Pictures', to: dashboardPaths.media, count: quota.pictures, isCurrent: current === 'Pictures' },
          {
            label: 'Documents',
            to: dashboardPaths.mediaFiles,
            count: quota.documents,
            isCurrent: current === 'Documents',
          },
        ]}
        arePages
      />
      {children}
    </DashboardPage>
  );
}

/** Share of the quota from which the bar warns. */
const NEARLY_FULL = 0.9;

function StorageMeter({ quota: { usedBytes, limitBytes } }: { quota: StorageQuota }) {
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
