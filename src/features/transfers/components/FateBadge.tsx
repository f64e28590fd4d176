import { StatusBadge } from '#features/publishing/components/StatusBadge.tsx';
import type { PlannedPost } from '../contract.ts';

/** Where a post stands that comes or came from elsewhere. */
export function FateBadge({ status }: Pick<PlannedPost, 'status'>) {
  return <StatusBadge standing={{ status, hasPending: false, submitted: false, deleted: false }} />;
}
