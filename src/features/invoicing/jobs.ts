import type { JobServices } from '#platform/feature.ts';
import { getOwnerDate } from '#features/site/index.ts';
import { AppError } from '#shared/errors.ts';
import { issueDueInvoice, pauseWithProblem } from './actions/schedules.ts';
import { listDueDrafts } from './queries.ts';
import { listProblems } from './rules/read-draft.ts';

/**
 * Issues all due recurring invoices, each in its own transaction; missed days are caught up. One that can't be issued is
 * paused until the owner corrects it, and doesn't stop the others.
 */
export async function issueRecurringInvoices(services: JobServices): Promise<void> {
  const { db, log } = services;
  const today = await getOwnerDate(db, services.now());
  for (const id of await listDueDrafts(db, today)) {
    try {
      while (await db.transaction(tx => issueDueInvoice(tx, services, { id, today })));
    } catch (err) {
      log.error({ err, draft: id }, 'recurring invoice not issued');
      if (!(err instanceof AppError)) continue;
      const { message, fields } = err;
      const problem = listProblems(fields).join(' ') || message;
      await db.transaction(tx => pauseWithProblem(tx, id, problem));
    }
  }
}
