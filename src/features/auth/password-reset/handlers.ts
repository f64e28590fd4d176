import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { hashPassword } from '#platform/password.ts';
import {
  checkNewPassword,
  countRequest,
  forgetRequest,
  getWaitingReset,
  rememberRequest,
  requestCode,
  resetPassword,
  verifyCode,
} from './actions.ts';
import { passwordResetsContract } from './contract.ts';

const resets = implement(passwordResetsContract).$context<ApiContext>();

async function sendCode(context: ApiContext, email: string) {
  await countRequest(context, email);
  rememberRequest(context, await context.db.transaction(tx => requestCode(tx, context, email)));
  return getWaitingReset(context);
}

export const passwordResetsHandlers = resets.router({
  request: resets.request.handler(({ context, input }) => sendCode(context, input.email)),
  waiting: resets.waiting.handler(({ context }) => getWaitingReset(context)),
  resend: resets.resend.handler(async ({ context }) => sendCode(context, (await getWaitingReset(context)).email)),
  verify: resets.verify.handler(async ({ context, input }) => {
    await verifyCode(context, input.code);
    return { verified: true as const };
  }),
  resetPassword: resets.resetPassword.handler(async ({ context, input }) => {
    await checkNewPassword(context, input.password);
    const passwordHash = await hashPassword(input.password);
    const email = await context.db.transaction(tx => resetPassword(tx, context, passwordHash));
    forgetRequest(context);
    return { email };
  }),
});
