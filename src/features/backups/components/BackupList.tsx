import { useReauthentication } from '#features/auth/browser.ts';
import { formatBytes } from '#features/media/browser.ts';
import { Badge } from '#ui/Badge.tsx';
import { DateTime } from '#ui/DateTime.tsx';
import type { Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import type { Backup } from '../contract/index.ts';
import { DownloadButton } from './DownloadButton.tsx';

const columns: readonly Column<Backup>[] = [
  { id: 'createdAt', label: 'Created', renderCell: ({ createdAt }) => <DateTime instant={createdAt} /> },
  { id: 'name', label: 'File', renderCell: ({ name }) => <span className="meta break-all">{name}</span> },
  { id: 'size', label: 'Size', renderCell: ({ bytes }) => <span className="meta">{formatBytes(bytes)}</span> },
  { id: 'verification', label: 'Test', renderCell: backup => <Verification backup={backup} /> },
];

/** The backups in the folder, newest first. */
export function BackupList({ items }: { items: readonly Backup[] }) {
  const { withProof, reauthenticationDialog } = useReauthentication();
  if (items.length === 0) return <p className="mb-12 text-small text-ink-soft">No backups yet.</p>;
  return (
    <div className="mb-12">
      <DataTable
        caption="Backups"
        columns={columns}
        rows={items}
        getRowId={({ name }) => name}
        getRowLabel={({ name }) => name}
        renderActions={({ name }) => (
          <div className="pr-3 @3xl:pr-0">
            <DownloadButton name={name} label="Download" accessibleLabel={`Download ${name}`} withProof={withProof} />
          </div>
        )}
      />
      {reauthenticationDialog}
    </div>
  );
}

function Verification({ backup: { verifiedAt, problems } }: { backup: Backup }) {
  if (verifiedAt === null) return <Badge tone="muted">Not tested</Badge>;
  if (problems.length > 0) return <Badge tone="danger">Has problems</Badge>;
  return <Badge tone="success">Passed</Badge>;
}
