import { implement } from '@orpc/server';
import { getBillingSettingsRow, rateOfCurrency, listPaymentInstructions, waysToPay } from '#features/billing/index.ts';
import { countDrafts } from '#features/blog/index.ts';
import { countPasskeys, findTwoFactorEnabledAt } from '#features/auth/index.ts';
import { getSettings } from '#features/settings/index.ts';
import { listDocumentStates } from '#features/site/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { findCleanupPause } from '#platform/jobs/cleanup.ts';
import { ZERO } from '#shared/money-arithmetic.ts';
import { readMoneyTasks } from './actions.ts';
import { dashboardContract } from './contract/index.ts';
import { setupSteps } from './contract/setup-steps.ts';
import { listActivity } from './queries.ts';
import { type SetupState, listRemainingSteps } from './rules.ts';

const dashboard = implement(dashboardContract).$context<ApiContext>();

async function getSetupState(context: ApiContext): Promise<SetupState> {
  const { db, sampleContent, emailDelivery, paymentProviders, isSiteUrlConfigured } = context;
  const viewer = requireUser(context);
  const [samples, documents, publishedPosts, passkeys, twoStepSince, settings, billing] = await Promise.all([
    sampleContent.list(db),
    listDocumentStates(db),
    countDrafts(db, viewer, { status: 'published', author: 'me', sort: 'edited_desc' }),
    countPasskeys(db, viewer.userId),
    findTwoFactorEnabledAt(db, viewer.userId),
    getSettings(db),
    getBillingSettingsRow(db),
  ]);
  const exchange = rateOfCurrency(billing.exchangeRates, settings.defaultCurrency);
  const takesTransfers =
    waysToPay(listPaymentInstructions(billing), { minor: ZERO, currency: settings.defaultCurrency }, exchange).length >
    0;
  const isOwn = (key: string) => documents.some(row => row.key === key && !row.sample && !row.untouched);
  return {
    hasOwnProfile: isOwn('profile'),
    hasOwnLegalPages: isOwn('privacyPolicy') && isOwn('termsConditions'),
    samples: samples.reduce((sum, { count }) => sum + count, 0),
    publishedPosts,
    takesPayments: paymentProviders.some(({ isFake }) => !isFake) || takesTransfers,
    canSendEmail: emailDelivery !== undefined,
    hasStrongAuth: passkeys > 0 || twoStepSince !== undefined,
    hasAddress: isSiteUrlConfigured || settings.configuredSiteUrl !== null,
  };
}

async function readClockJump({ db, now }: Pick<ApiContext, 'db' | 'now'>) {
  const pause = await findCleanupPause(db, now());
  return pause ? { jumpedFrom: pause.jumpedFrom.toString(), pausedUntil: pause.pausedUntil.toString() } : null;
}

export const dashboardHandlers = dashboard.router({
  getSetupChecklist: dashboard.getSetupChecklist.handler(async ({ context }) => ({
    remainingSteps: listRemainingSteps(await getSetupState(context)),
    total: setupSteps.length,
    isReachedElsewhere: context.foreignHosts.seen,
    clockJump: await readClockJump(context),
  })),
  listMoneyTasks: dashboard.listMoneyTasks.handler(async ({ context }) => ({ items: await readMoneyTasks(context) })),
  listActivity: dashboard.listActivity.handler(async ({ context }) => ({
    items: await listActivity(context.db, requireUser(context)),
  })),
});
