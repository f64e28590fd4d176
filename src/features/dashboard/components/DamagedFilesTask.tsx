import { ActionItem } from '#ui/ActionItem.tsx';
import { dashboardPaths } from '#shared/dashboard-paths.ts';

interface DamagedFilesTaskProps {
  items: readonly { name: string }[];
  total: number;
}

/** Stored files whose content is lost, until they are restored or uploaded again. */
export function DamagedFilesTask({ items, total }: DamagedFilesTaskProps) {
  if (total === 0) return null;
  return (
    <ActionItem to={dashboardPaths.media} does="Open media">
      {total === 1 ? '1 file is' : `${total} files are`} missing or damaged
      <span className="block text-ink-soft">
        Restore {total === 1 ? 'it' : 'them'} from a backup, or upload {total === 1 ? 'it' : 'them'} again.
      </span>
      <span className="meta block truncate">{items.map(({ name }) => name).join(' · ')}</span>
    </ActionItem>
  );
}
