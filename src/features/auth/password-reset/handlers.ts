import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { getPendingReset, resendCode, resetPassword, startPasswordReset, verifyCode } from './actions.ts';
import { passwordResetContract } from './contract.ts';

const resets = implement(passwordResetContract).$context<ApiContext>();

export const passwordResetHandlers = resets.router({
  request: resets.request.handler(({ context, input }) => startPasswordReset(context, input.email)),
  getStatus: resets.getStatus.handler(({ context }) => getPendingReset(context)),
  resend: resets.resend.handler(({ context }) => resendCode(context)),
  verifyCode: resets.verifyCode.handler(async ({ context, input }) => {
    await verifyCode(context, input.code);
    return { verified: true as const };
  }),
  resetPassword: resets.resetPassword.handler(({ context, input }) => resetPassword(context, input.password)),
});
