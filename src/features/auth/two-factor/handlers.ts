import { implement } from '@orpc/server';
import { respondWithSession } from '../sessions/actions/sign-in-result.ts';
import { requireRecentAuthentication } from '../sessions/actions/reauthentication.ts';
import { hasTwoFactorChallenge } from './actions/challenge.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { requireCodeOrRecentAuthentication } from './actions/codes.ts';
import {
  startTwoFactorSetup,
  enableTwoFactor,
  getTwoFactorStatus,
  regenerateRecoveryCodes,
  disableTwoFactor,
} from './actions/setup.ts';
import { verifyTwoFactorChallenge } from './actions/verify-challenge.ts';
import { twoFactorContract } from './contract.ts';

const twoFactor = implement(twoFactorContract).$context<ApiContext>();

const getOwnStatus = (context: ApiContext) => getTwoFactorStatus(context.db, requireUser(context).userId);

export const twoFactorHandlers = twoFactor.router({
  getStatus: twoFactor.getStatus.handler(({ context }) => getOwnStatus(context)),
  startSetup: twoFactor.startSetup.handler(async ({ context }) => {
    await requireRecentAuthentication(context);
    return context.db.transaction(tx => startTwoFactorSetup(tx, context));
  }),
  enable: twoFactor.enable.handler(async ({ context, input }) => {
    const recoveryCodes = await enableTwoFactor(context, input.code);
    return { recoveryCodes, status: await getOwnStatus(context) };
  }),
  regenerateRecoveryCodes: twoFactor.regenerateRecoveryCodes.handler(async ({ context, input }) => {
    await requireCodeOrRecentAuthentication(context, input.code);
    const recoveryCodes = await context.db.transaction(tx => regenerateRecoveryCodes(tx, context));
    return { recoveryCodes, status: await getOwnStatus(context) };
  }),
  disable: twoFactor.disable.handler(async ({ context, input }) => {
    await requireCodeOrRecentAuthentication(context, input.code);
    await context.db.transaction(tx => disableTwoFactor(tx, context));
    return getOwnStatus(context);
  }),
  getChallenge: twoFactor.getChallenge.handler(async ({ context }) => ({
    hasChallenge: await hasTwoFactorChallenge(context.db, context),
  })),
  verifyChallenge: twoFactor.verifyChallenge.handler(async ({ context, input }) =>
    respondWithSession(context, await verifyTwoFactorChallenge(context, input.code)),
  ),
});
