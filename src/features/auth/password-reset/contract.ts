import { z } from 'zod';
import { email, newPasswordSchema } from '../contract.ts';
import { defineEndpoints, instant, emptyInput } from '#shared/contract.ts';

/** Six-digit code from the email (specification, point 5). Spaces and hyphens are ignored. */
export const code = z
  .string('Enter the 6-digit code')
  .transform(text => text.replaceAll(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{6}$/, 'Enter the 6-digit code'));

const { publicEndpoint } = defineEndpoints('password-reset');

/** A pending password reset. Fields ending in `InMs` count from the response. */
const waiting = z.object({
  email: z.string(),
  expiresAt: instant,
  expiresInMs: z.int(),
  /** When another code may be requested. */
  resendAt: instant,
  resendInMs: z.int(),
  /** Whether the code was verified, so the new password can be set. */
  verified: z.boolean(),
});
export type PendingReset = z.infer<typeof waiting>;

export const passwordResetContract = {
  request: publicEndpoint(
    'POST /forget-password',
    'Email a password reset code; the response is the same for every address',
    {
      successStatus: 202,
    },
  )
    .input(z.strictObject({ email }))
    .output(waiting),
  getStatus: publicEndpoint('GET /otp', 'Get the status of this browser’s password reset')
    .input(emptyInput)
    .output(waiting),
  resend: publicEndpoint('POST /otp/resend', 'Send a new code, which replaces the previous one', {
    successStatus: 202,
  })
    .input(emptyInput)
    .output(waiting),
  verifyCode: publicEndpoint('POST /otp', 'Verify the code')
    .input(z.strictObject({ code }))
    .output(z.object({ verified: z.literal(true) })),
  resetPassword: publicEndpoint(
    'POST /reset-password',
    'Set a new password after the code is verified; ends all sessions',
  )
    .input(newPasswordSchema({}))
    .output(z.object({ email: z.string() })),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    passwordReset: typeof passwordResetContract;
  }
}
