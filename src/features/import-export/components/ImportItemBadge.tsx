import { StatusBadge } from '#features/publishing/browser.ts';
import type { PlannedItem } from '../contract/index.ts';

/** Status of an imported post or project. */
export function ImportItemBadge({ status }: Pick<PlannedItem, 'status'>) {
  return <StatusBadge state={{ status, hasPending: false, submitted: false, deleted: false }} />;
}
