import { listOverdue } from '#features/billing/index.ts';
import { listNewBookings } from '#features/bookings/index.ts';
import { listProposedFees } from '#features/orders/index.ts';
import { listPaymentsNeedingAttention, countWaiting } from '#features/payments/index.ts';
import type { PaymentsNeedingAttention } from '#features/payments/contract/review.ts';
import { listProjectsWithoutFiles } from '#features/projects/index.ts';
import { findTimeZone } from '#features/site/index.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { formatDateTime } from '#shared/time.ts';
import type { MoneyTask, MoneyTaskName } from './contract/index.ts';

/** Maximum number of items listed per kind. */
const MOST = 3;

/** Returns payments and consultations that need the owner's attention: per kind, the total and the first few. */
export async function readMoneyTasks(context: Pick<ApiContext, 'db' | 'now' | 'encryption'>): Promise<MoneyTask[]> {
  const { db } = context;
  const now = context.now();
  const timeZone = (await findTimeZone(db)) ?? 'UTC';
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const [counts, overdue, lateFees, bookings, unsold] = await Promise.all([
    countWaiting(db),
    listOverdue(db, today, MOST),
    listProposedFees(db, today, MOST),
    listNewBookings(db, new Date(now.epochMilliseconds), MOST),
    listProjectsWithoutFiles(db, MOST),
  ]);
  const isAnyWaiting = Object.values(counts).some(count => count > 0);
  const waiting = isAnyWaiting ? await listPaymentsNeedingAttention(db, context, MOST) : nothingWaits;
  const task = (name: MoneyTaskName, total: number, items: MoneyTask['items']): MoneyTask => ({
    name,
    total,
    items: items.slice(0, MOST),
  });
  const tasks = [
    task('payments', counts.inReview, waiting.inReview.map(paid)),
    task(
      'refunds',
      counts.refunds,
      waiting.refunds.map(({ payment, ...refund }) => paid({ ...payment, ...refund })),
    ),
    task(
      'disputes',
      counts.reversals,
      waiting.reversals.map(({ payment, ...taken }) => paid({ ...payment, ...taken })),
    ),
    task('mismatches', counts.mismatches, waiting.mismatches.map(paid)),
    task(
      'overdue',
      overdue.total,
      overdue.items.map(({ owed, ...item }) => paid({ ...item, amount: owed })),
    ),
    task(
      'late_fees',
      lateFees.total,
      lateFees.items.map(item => ({ ...paid(item), path: dashboardPaths.order(item.orderId) })),
    ),
    task(
      'bookings',
      bookings.total,
      bookings.items.map(({ number, title, client, startsAt }) => ({
        text: [client, title, formatDateTime(startsAt, timeZone)].filter(Boolean).join(', '),
        path: dashboardPaths.booking(number),
      })),
    ),
    task(
      'project_files',
      unsold.total,
      unsold.items.map(({ id, title }) => ({ text: title, path: dashboardPaths.updateProject(id) })),
    ),
  ];
  return tasks.filter(({ total }) => total > 0);
}

const nothingWaits: PaymentsNeedingAttention = { inReview: [], refunds: [], mismatches: [], reversals: [] };

interface Amount {
  readonly clientName: string;
  readonly amount: MinorUnits;
  readonly currency: string;
  readonly documentNumber: string;
}

function paid({ clientName, amount, currency, documentNumber }: Amount): MoneyTask['items'][number] {
  return {
    text: `${clientName} ${formatMoney({ minor: amount, currency }, { exact: true })} (${documentNumber})`,
    path: null,
  };
}
