import { implement } from '@orpc/server';
import { presentSession } from '../sessions/actions/sign-in-result.ts';
import { requireFreshSignIn } from '../sessions/actions/reauthentication.ts';
import { isSecondStepPending } from './actions/challenge.ts';
import { signedInActor } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { requireCodeOrFreshSignIn } from './actions/codes.ts';
import { beginTwoStep, confirmTwoStep, findTwoStep, renewRecoveryCodes, turnTwoStepOff } from './actions/setup.ts';
import { finishSignIn } from './actions/verify-challenge.ts';
import { twoStepsContract } from './contract.ts';

const twoSteps = implement(twoStepsContract).$context<ApiContext>();

const mine = (context: ApiContext) => findTwoStep(context.db, signedInActor(context).userId);

export const twoStepsHandlers = twoSteps.router({
  status: twoSteps.status.handler(({ context }) => mine(context)),
  begin: twoSteps.begin.handler(async ({ context }) => {
    await requireFreshSignIn(context);
    return context.db.transaction(tx => beginTwoStep(tx, context));
  }),
  confirm: twoSteps.confirm.handler(async ({ context, input }) => {
    const recoveryCodes = await confirmTwoStep(context, input.code);
    return { recoveryCodes, twoStep: await mine(context) };
  }),
  renewCodes: twoSteps.renewCodes.handler(async ({ context, input }) => {
    await requireCodeOrFreshSignIn(context, input.code);
    const recoveryCodes = await context.db.transaction(tx => renewRecoveryCodes(tx, context));
    return { recoveryCodes, twoStep: await mine(context) };
  }),
  turnOff: twoSteps.turnOff.handler(async ({ context, input }) => {
    await requireCodeOrFreshSignIn(context, input.code);
    await context.db.transaction(tx => turnTwoStepOff(tx, context));
    return mine(context);
  }),
  pending: twoSteps.pending.handler(async ({ context }) => ({
    pending: await isSecondStepPending(context.db, context),
  })),
  finishSignIn: twoSteps.finishSignIn.handler(async ({ context, input }) =>
    presentSession(context, await finishSignIn(context, input.code)),
  ),
});
