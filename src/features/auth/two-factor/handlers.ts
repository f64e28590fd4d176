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

const twoSteps = implement(twoFactorContract).$context<ApiContext>();

const getOwnStatus = (context: ApiContext) => getTwoFactorStatus(context.db, requireUser(context).userId);

export const twoFactorHandlers = twoSteps.router({
  status: twoSteps.status.handler(({ context }) => getOwnStatus(context)),
  begin: twoSteps.begin.handler(async ({ context }) => {
    await requireRecentAuthentication(context);
    return context.db.transaction(tx => startTwoFactorSetup(tx, context));
  }),
  confirm: twoSteps.confirm.handler(async ({ context, input }) => {
    const recoveryCodes = await enableTwoFactor(context, input.code);
    return { recoveryCodes, twoStep: await getOwnStatus(context) };
  }),
  renewCodes: twoSteps.renewCodes.handler(async ({ context, input }) => {
    await requireCodeOrRecentAuthentication(context, input.code);
    const recoveryCodes = await context.db.transaction(tx => regenerateRecoveryCodes(tx, context));
    return { recoveryCodes, twoStep: await getOwnStatus(context) };
  }),
  turnOff: twoSteps.turnOff.handler(async ({ context, input }) => {
    await requireCodeOrRecentAuthentication(context, input.code);
    await context.db.transaction(tx => disableTwoFactor(tx, context));
    return getOwnStatus(context);
  }),
  pending: twoSteps.pending.handler(async ({ context }) => ({
    pending: await hasTwoFactorChallenge(context.db, context),
  })),
  finishSignIn: twoSteps.finishSignIn.handler(async ({ context, input }) =>
    respondWithSession(context, await verifyTwoFactorChallenge(context, input.code)),
  ),
});
