import { hasTwoFactorOrPasskey } from '#features/auth/index.ts';
import {
  buildDocumentPath,
  getBillingSettingsRow,
  listEInvoiceProblems,
  listOverdue,
  listPaymentInstructions,
  rateOfCurrency,
  listPaymentOptions,
} from '#features/billing/index.ts';
import { countDrafts } from '#features/blog/index.ts';
import { listNewBookings } from '#features/bookings/index.ts';
import { listFailedSchedules } from '#features/invoicing/index.ts';
import { listProposedFees } from '#features/orders/index.ts';
import { listPaymentsNeedingAttention, countWaiting } from '#features/payments/index.ts';
import type { PaymentsNeedingAttention } from '#features/payments/contract/review.ts';
import { listProjectsWithoutFiles } from '#features/projects/index.ts';
import { getSettings } from '#features/settings/index.ts';
import { getTimeZone, listSectionStates } from '#features/site/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { toDate } from '#platform/database/dates.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { formatMoney, type MinorUnits } from '#shared/money.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import { formatDateTime } from '#shared/time.ts';
import type { MoneyTask, MoneyTaskName } from './contract/index.ts';
import { type SetupStep, setupSteps } from './contract/setup-steps.ts';

/** Maximum number of items listed per kind. */
const MAX_ITEMS = 3;

/** Returns payments and consultations that need the owner's attention: per kind, the total and the first few. */
export async function readMoneyTasks(context: Pick<ApiContext, 'db' | 'now' | 'encryption'>): Promise<MoneyTask[]> {
  const { db } = context;
  const now = context.now();
  const timeZone = await getTimeZone(db);
  const today = now.toZonedDateTimeISO(timeZone).toPlainDate().toString();
  const [counts, overdue, lateFees, recurring, eInvoices, bookings, unsold] = await Promise.all([
    countWaiting(db),
    listOverdue(db, today, MAX_ITEMS),
    listProposedFees(db, { today, timeZone }, MAX_ITEMS),
    listFailedSchedules(db, MAX_ITEMS),
    listEInvoiceProblems(db, MAX_ITEMS),
    listNewBookings(db, toDate(now), MAX_ITEMS),
    listProjectsWithoutFiles(db, MAX_ITEMS),
  ]);
  const isAnyWaiting = Object.values(counts).some(count => count > 0);
  const waiting = isAnyWaiting ? await listPaymentsNeedingAttention(db, context, MAX_ITEMS) : noPayments;
  const task = (name: MoneyTaskName, total: number, items: MoneyTask['items']): MoneyTask => ({
    name,
    total,
    items: items.slice(0, MAX_ITEMS),
  });
  const tasks = [
    task('payments', counts.inReview, waiting.inReview.map(toPaymentItem)),
    task(
      'refunds',
      counts.refunds,
      waiting.refunds.map(({ payment, ...refund }) => toPaymentItem({ ...payment, ...refund })),
    ),
    task(
      'disputes',
      counts.reversals,
      waiting.reversals.map(({ payment, ...reversal }) => toPaymentItem({ ...payment, ...reversal })),
    ),
    task('mismatches', counts.mismatches, waiting.mismatches.map(toPaymentItem)),
    task(
      'overdue',
      overdue.total,
      overdue.items.map(({ owed, ...item }) => toPaymentItem({ ...item, amount: owed })),
    ),
    task(
      'late_fees',
      lateFees.total,
      lateFees.items.map(item => ({ ...toPaymentItem(item), path: dashboardPaths.order(item.orderId) })),
    ),
    task(
      'recurring_invoices',
      recurring.total,
      recurring.items.map(({ id, clientName, problem }) => ({
        text: `${clientName}: ${problem}`,
        path: dashboardPaths.invoiceDraft(id),
      })),
    ),
    task(
      'e_invoices',
      eInvoices.total,
      eInvoices.items.map(({ number, clientName }) => ({
        text: `${clientName} (${number})`,
        path: buildDocumentPath(context, number),
      })),
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

const noPayments: PaymentsNeedingAttention = { inReview: [], refunds: [], mismatches: [], reversals: [] };

interface Amount {
  readonly clientName: string;
  readonly amount: MinorUnits;
  readonly currency: string;
  readonly documentNumber: string;
}

function toPaymentItem({ clientName, amount, currency, documentNumber }: Amount): MoneyTask['items'][number] {
  return {
    text: `${clientName} ${formatMoney({ minor: amount, currency }, { exact: true })} (${documentNumber})`,
    path: null,
  };
}

/** Returns the remaining setup steps in order. */
export async function listRemainingSteps(context: ApiContext): Promise<SetupStep[]> {
  const { db, sampleContent, emailDelivery, paymentProviders, isSiteUrlConfigured } = context;
  const viewer = requireUser(context);
  const [samples, documents, publishedPosts, hasTwoFactor, settings, billing] = await Promise.all([
    sampleContent.list(db),
    listSectionStates(db),
    countDrafts(db, viewer, { status: 'published', author: 'me', sort: 'edited_desc' }),
    hasTwoFactorOrPasskey(db, viewer.userId),
    getSettings(db),
    getBillingSettingsRow(db),
  ]);
  const exchange = rateOfCurrency(billing.exchangeRates, settings.defaultCurrency);
  const price = { minor: ZERO, currency: settings.defaultCurrency };
  const transfers = listPaymentOptions(listPaymentInstructions(billing), price, exchange);
  /** False for a sample, and if it was not edited since the samples were deleted. */
  const isOwn = (key: string) => documents.some(row => row.key === key && !row.sample && !row.untouched);
  const done: Readonly<Record<SetupStep, boolean>> = {
    profile: isOwn('profile'),
    two_factor: hasTwoFactor,
    post: publishedPosts > 0,
    sample_content: samples.every(({ count }) => count === 0),
    legal: isOwn('privacyPolicy') && isOwn('termsConditions'),
    // The fake providers don't count.
    payments: paymentProviders.some(({ isFake }) => !isFake) || transfers.length > 0,
    email: emailDelivery !== undefined,
    site_url: isSiteUrlConfigured || settings.configuredSiteUrl !== null,
  };
  return setupSteps.filter(step => !done[step]);
}
