import { AppError } from '#shared/errors.ts';
import type { ApiServices } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import type { Transaction } from '#platform/database/database.ts';
import type { Interval } from '../contract/constants.ts';
import { type DraftRow, findLastIssuedDay, insertRecurringInvoice, updateDraftRow } from '../queries.ts';
import { findNextDay, shiftService } from '../rules/schedule.ts';
import { getDraftForUpdate, getDraftToEdit } from './drafts.ts';
import { buildInvoice, getDraftContext } from './read-draft.ts';
import { issueDraft } from './send-draft.ts';

interface ScheduleInput {
  readonly id: number;
  readonly version: number;
  readonly repeats: Interval;
  readonly startsOn: string;
  readonly endsOn: string | null;
}

/**
 * Issues a draft repeatedly from a day on, or resumes it. Throws NOT_FOUND, CONFLICT if the draft has changed, and
 * UNPROCESSABLE if the draft or a date must be corrected.
 */
export async function startSchedule(
  tx: Transaction,
  services: Pick<ApiServices, 'now'>,
  { id, version, ...schedule }: ScheduleInput,
): Promise<{ version: number }> {
  const { clientId, content } = await getDraftToEdit(tx, id, version);
  const context = await getDraftContext(tx, services, clientId);
  const built = await buildInvoice(tx, content, context);
  if ('problems' in built)
    throw new AppError('UNPROCESSABLE', 'Some fields need your attention.', { ...built.problems });
  const { startsOn, endsOn } = schedule;
  const last = await findLastIssuedDay(tx, id);
  const problem =
    startsOn < context.today.toString() || (last !== null && startsOn <= last)
      ? ([
          'startsOn',
          last === null ? 'Choose today or a later date.' : 'Choose a date after the last invoice.',
        ] as const)
      : endsOn !== null && endsOn < startsOn
        ? (['endsOn', 'Choose a date on or after the first invoice.'] as const)
        : undefined;
  if (problem) throw new AppError('UNPROCESSABLE', problem[1], { [problem[0]]: problem[1] });
  const values = { ...schedule, nextOn: startsOn, isPaused: false, problem: null, updatedAt: toDate(services.now()) };
  return { version: await updateDraftRow(tx, id, values) };
}

/**
 * Returns the values with which a recurring invoice continues on a later day, when it resumes: the service dates of that
 * day's invoice, which the owner can change before.
 */
function continueOn({ content, startsOn }: DraftRow, day: string | null) {
  return startsOn === null || day === null ? {} : { content: shiftService(content, startsOn, day), startsOn: day };
}

/** Pauses a recurring invoice. Throws NOT_FOUND. */
export async function pauseSchedule(
  tx: Transaction,
  { now }: Pick<ApiServices, 'now'>,
  { id }: { readonly id: number },
): Promise<{ version: number }> {
  const draft = await getDraftForUpdate(tx, id);
  const values = { ...continueOn(draft, draft.nextOn), isPaused: true, updatedAt: toDate(now()) };
  return { version: await updateDraftRow(tx, id, values) };
}

/**
 * Issues the invoice of one due day of a recurring invoice. Returns whether another one may be due. Throws
 * UNPROCESSABLE if it must be corrected.
 */
export async function issueDueInvoice(
  tx: Transaction,
  services: Parameters<typeof issueDraft>[1],
  { id, today }: { readonly id: number; readonly today: string },
): Promise<boolean> {
  const draft = await getDraftForUpdate(tx, id);
  const { nextOn, startsOn, repeats, endsOn } = draft;
  if (nextOn === null || nextOn > today || draft.isPaused || startsOn === null || repeats === null) return false;
  const content = shiftService(draft.content, startsOn, nextOn);
  const { id: documentId } = await issueDraft(tx, services, { clientId: draft.clientId, content });
  await insertRecurringInvoice(tx, { draftId: id, dueOn: nextOn, documentId });
  const schedule = { startsOn, repeats, endsOn };
  const next = findNextDay(schedule, nextOn);
  const end = next === null ? continueOn(draft, findNextDay({ ...schedule, endsOn: null }, nextOn)) : {};
  await updateDraftRow(tx, id, { nextOn: next, ...end });
  return true;
}

/** Pauses a recurring invoice that couldn't be issued, with the reason. */
export async function pauseWithProblem(tx: Transaction, id: number, problem: string): Promise<void> {
  const draft = await getDraftForUpdate(tx, id);
  await updateDraftRow(tx, id, { ...continueOn(draft, draft.nextOn), isPaused: true, problem });
}
