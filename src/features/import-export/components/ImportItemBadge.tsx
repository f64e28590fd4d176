import { StatusBadge } from '#features/publishing/components/StatusBadge.tsx';
import type { PlannedItem } from '../contract/index.ts';

/** Where a post or project stands that comes or came from elsewhere. */
export function ImportItemBadge({ status }: Pick<PlannedItem, 'status'>) {
  return <StatusBadge state={{ status, hasPending: false, submitted: false, deleted: false }} />;
}
