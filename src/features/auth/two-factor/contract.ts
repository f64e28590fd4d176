import { z } from 'zod';
import { signedInResponse } from '../contract.ts';
import { defineEndpoints, instant, singleLineText, emptyInput } from '#shared/contract.ts';

/** Six-digit app code or recovery code as typed: with spaces, hyphens, in either case. */
const code = singleLineText.trim().min(1, 'Enter the code').max(100, 'This isn’t a valid code');

const codeInput = z.strictObject({ code });
const enableInput = codeInput.extend({
  /** The key that the code is for; refused if a later setup has replaced it. */
  secret: singleLineText.max(100, 'This isn’t a valid key.').optional(),
});
const optionalCodeInput = z.strictObject({ code: code.optional() });

/** Since when two-factor is enabled, and how many recovery codes are unused. */
const twoFactorStatus = z.object({
  enabledAt: instant.nullable(),
  remainingRecoveryCodes: z.int(),
});
export type TwoFactorStatus = z.infer<typeof twoFactorStatus>;

/** Shown once, to set up the app. */
const setUp = z.object({
  /** Base32. */
  secret: z.string(),
  /** otpauth://totp/… */
  otpauthUrl: z.string(),
  /** The URL as a QR code: its size in modules, and the dark ones as an SVG path in units of a module. */
  qr: z.object({ size: z.int(), path: z.string() }),
});
export type TwoFactorSetup = z.infer<typeof setUp>;

/** Shown once; the site stores only hashes. */
const newCodes = z.object({ recoveryCodes: z.array(z.string()), status: twoFactorStatus });
export type NewRecoveryCodes = z.infer<typeof newCodes>;

const { publicEndpoint, memberEndpoint } = defineEndpoints('two-factor');

export const twoFactorContract = {
  getStatus: memberEndpoint('GET /profile/two-factor', 'Get your two-factor authentication status')
    .input(emptyInput)
    .output(twoFactorStatus),
  startSetup: memberEndpoint(
    'POST /profile/two-factor',
    'Start setting up two-factor authentication with a new secret for the app',
    {
      successStatus: 201,
    },
  )
    .input(emptyInput)
    .output(setUp),
  enable: memberEndpoint('POST /profile/two-factor/enable', 'Enable two-factor authentication with a code from the app')
    .input(enableInput)
    .output(newCodes),
  regenerateRecoveryCodes: memberEndpoint('POST /profile/two-factor/recovery-codes', 'Replace the recovery codes')
    .input(optionalCodeInput)
    .output(newCodes),
  disable: memberEndpoint('POST /profile/two-factor/disable', 'Disable two-factor authentication')
    .input(optionalCodeInput)
    .output(twoFactorStatus),
  getChallenge: publicEndpoint('GET /login/two-factor', 'Check whether this browser’s sign-in needs a code')
    .input(emptyInput)
    .output(z.object({ hasChallenge: z.boolean() })),
  verifyChallenge: publicEndpoint(
    'POST /login/two-factor',
    'Complete a sign-in with a code from the app or a recovery code',
  )
    .input(codeInput)
    .output(signedInResponse),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    twoFactor: typeof twoFactorContract;
  }
}
