import { implement } from '@orpc/server';
import { getBillingSettings } from '#features/billing/queries/settings.ts';
import { rateOfCurrency } from '#features/billing/rules/exchange.ts';
import { howToPay, waysToPay } from '#features/billing/rules/payment-instructions.ts';
import { countDrafts } from '#features/blog/queries/drafts.ts';
import { countPasskeys } from '#features/auth/passkeys/queries.ts';
import { getSettings } from '#features/settings/queries.ts';
import { listDocumentStates } from '#features/site/queries.ts';
import { findTwoStepSince } from '#features/auth/two-factor/queries/two-factor.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { findCleanupPause } from '#platform/jobs/cleanup.ts';
import { NOTHING } from '#shared/money-arithmetic.ts';
import { readMoneyTasks } from './actions.ts';
import { overviewContract } from './contract/index.ts';
import { setUpSteps } from './contract/setup-steps.ts';
import { listActivity } from './queries.ts';
import { type SiteState, stepsLeft } from './rules.ts';

const overview = implement(overviewContract).$context<ApiContext>();

async function readState(context: ApiContext): Promise<SiteState> {
  const { db, sampleContent, deliversMail, paymentProviders, siteUrlIsGiven } = context;
  const viewer = signedInActor(context);
  const [samples, documents, publishedPosts, passkeys, twoStepSince, settings, billing] = await Promise.all([
    sampleContent.list(db),
    listDocumentStates(db),
    countDrafts(db, viewer, { status: 'published', whose: 'mine', sort: 'changed' }),
    countPasskeys(db, viewer.userId),
    findTwoStepSince(db, viewer.userId),
    getSettings(db),
    getBillingSettings(db),
  ]);
  const exchange = rateOfCurrency(billing.exchangeRates, settings.currency);
  const takesTransfers =
    waysToPay(howToPay(billing), { minor: NOTHING, currency: settings.currency }, exchange).length > 0;
  const isOwn = (key: string) => documents.some(row => row.key === key && !row.sample && !row.untouched);
  return {
    profileIsOwn: isOwn('profile'),
    legalIsOwn: isOwn('privacyPolicy') && isOwn('termsConditions'),
    samples: samples.reduce((sum, { count }) => sum + count, 0),
    publishedPosts,
    takesPayments: paymentProviders.some(({ isFake }) => !isFake) || takesTransfers,
    deliversMail,
    isGuarded: passkeys > 0 || twoStepSince !== undefined,
    hasAddress: siteUrlIsGiven || settings.siteAddress !== null,
  };
}

async function readClockJump({ db, now }: Pick<ApiContext, 'db' | 'now'>) {
  const pause = await findCleanupPause(db, now());
  return pause ? { jumpedFrom: pause.jumpedFrom.toString(), pausedUntil: pause.pausedUntil.toString() } : null;
}

export const overviewHandlers = overview.router({
  setUp: overview.setUp.handler(async ({ context }) => ({
    left: stepsLeft(await readState(context)),
    total: setUpSteps.length,
    isReachedElsewhere: context.foreignHosts.seen,
    clockJump: await readClockJump(context),
  })),
  money: overview.money.handler(async ({ context }) => ({ items: await readMoneyTasks(context) })),
  recent: overview.recent.handler(async ({ context }) => ({
    items: await listActivity(context.db, signedInActor(context)),
  })),
});
