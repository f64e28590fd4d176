import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { statusLabels } from '../contract/status.ts';
import type { PublishingState } from '../rules/transitions.ts';

const tones: Readonly<Record<PublishingState['status'], BadgeTone>> = {
  draft: 'neutral',
  in_review: 'active',
  scheduled: 'active',
  published: 'success',
  archived: 'muted',
};

/** Shows the status of a text and whether it has unpublished changes. */
export function StatusBadge({ state }: { state: PublishingState }) {
  const { status, hasPending, submitted, deleted } = state;
  const more = status === 'published' && (submitted ? 'changes in review' : hasPending ? 'unpublished changes' : '');
  return (
    <span>
      <Badge tone={deleted ? 'danger' : tones[status]}>{deleted ? 'Deleted' : statusLabels[status]}</Badge>
      {more && !deleted && (
        <>
          {' '}
          <span className="hint inline-block">{more}</span>
        </>
      )}
    </span>
  );
}
