import type { TransitionInput } from '#features/publishing/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import type { Transaction } from '#platform/database/database.ts';
import { AppError } from '#shared/errors.ts';
import { setSendsNewsletter } from '../queries/drafts.ts';

/**
 * Marks a post that is being published or scheduled to be sent as a newsletter once it is public; other transitions
 * remove the mark. Throws FORBIDDEN unless the owner chose it.
 */
export async function markForNewsletter(
  tx: Transaction,
  context: Pick<ApiContext, 'actor'>,
  { id, transition, sendsNewsletter }: TransitionInput<number>,
): Promise<void> {
  const isPublishing = transition === 'publish' || transition === 'schedule';
  if (isPublishing && sendsNewsletter === undefined) return;
  if (sendsNewsletter && requireUser(context).role !== 'owner') {
    throw new AppError('FORBIDDEN', 'Only the owner can send newsletters.');
  }
  await setSendsNewsletter(tx, id, isPublishing && sendsNewsletter === true);
}
