import type { PublishingState } from '../rules/transitions.ts';
import { statusLabels } from '../rules/labels.ts';

const tones = {
  draft: 'border-rule-strong text-ink-soft',
  in_review: 'border-accent text-ink',
  scheduled: 'border-accent text-accent',
  published: 'border-accent bg-accent-wash text-ink',
  archived: 'border-rule text-ink-faint',
} as const;

/** Shows the status of a text and whether it has unpublished changes. */
export function StatusBadge({ state }: { state: PublishingState }) {
  const { status, hasPending, submitted, deleted } = state;
  const more = status === 'published' && (submitted ? 'changes in review' : hasPending ? 'unpublished changes' : '');
  return (
    <span>
      <span
        className={`meta inline-block rounded-full border px-2.5 py-0.5 whitespace-nowrap ${deleted ? 'border-danger text-danger' : tones[status]}`}
      >
        {deleted ? 'Deleted' : statusLabels[status]}
      </span>
      {more && !deleted && <span className="meta"> {more}</span>}
    </span>
  );
}
