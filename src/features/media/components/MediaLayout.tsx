import type { ReactNode } from 'react';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { TabLinks } from '#ui/TabLinks.tsx';
import type { StorageQuota } from '../contract.ts';
import { formatBytes } from '../rules.ts';

interface MediaLayoutProps {
  current: 'Images' | 'Files';
  quota: StorageQuota;
  children: ReactNode;
}

/** Layout of the media library: the storage quota and the tabs. */
export function MediaLayout({ current, quota, children }: MediaLayoutProps) {
  return (
    <DashboardPage
      title="Media"
      intro="Images for your posts, projects and pages, and files to share. Upload each one once and use it anywhere."
      aside={<StorageMeter quota={quota} />}
    >
      <TabLinks
        label="Media types"
        className="no-print"
        tabs={[
          { label: 'Images', to: dashboardPaths.media, count: quota.pictures, isCurrent: current === 'Images' },
          {
            label: 'Files',
            to: dashboardPaths.mediaFiles,
            count: quota.documents,
            isCurrent: current === 'Files',
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
    return <p className="hint">{formatBytes(usedBytes)} used</p>;
  }
  const full = usedBytes / limitBytes >= NEARLY_FULL;
  return (
    <div className="w-full max-w-56">
      <p id="room" className={`hint mb-1.5 ${full ? 'text-danger' : ''}`}>
        {formatBytes(usedBytes)} of {formatBytes(limitBytes)} used
      </p>
      <progress className="progress" max={limitBytes} value={Math.min(usedBytes, limitBytes)} aria-labelledby="room" />
    </div>
  );
}
