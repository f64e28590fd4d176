import { z } from 'zod';
import { signedInResponse } from '../contract.ts';
import { defineEndpoints, instant, singleLineText, emptyInput } from '#shared/contract.ts';

/** Six-digit app code or recovery code as typed: with spaces, hyphens, in either case. */
const code = singleLineText.trim().min(1, 'Type the code').max(100, 'This is no code');

const codeInput = z.strictObject({ code });
const optionalCodeInput = z.strictObject({ code: code.optional() });

/** Since when two-factor is enabled, and how many recovery codes are unused. */
const twoStep = z.object({
  enabledAt: instant.nullable(),
  remainingRecoveryCodes: z.int(),
});
export type TwoFactorStatus = z.infer<typeof twoStep>;

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
const newCodes = z.object({ recoveryCodes: z.array(z.string()), status: twoStep });
export type NewRecoveryCodes = z.infer<typeof newCodes>;

const { publicEndpoint, memberEndpoint } = defineEndpoints('two-factor');

export const twoFactorContract = {
  getStatus: memberEndpoint('GET /profile/two-factor', 'Whether you sign in in two steps')
    .input(emptyInput)
    .output(twoStep),
  startSetup: memberEndpoint('POST /profile/two-factor', 'Begin to set up two-step sign-in: a secret for an app', {
    successStatus: 201,
  })
    .input(emptyInput)
    .output(setUp),
  enable: memberEndpoint('POST /profile/two-factor/enable', 'Turn two-step sign-in on with a first code of the app')
    .input(codeInput)
    .output(newCodes),
  regenerateRecoveryCodes: memberEndpoint(
    'POST /profile/two-factor/recovery-codes',
    'Make new recovery codes in place of those before',
  )
    .input(optionalCodeInput)
    .output(newCodes),
  disable: memberEndpoint('POST /profile/two-factor/disable', 'Turn two-step sign-in off')
    .input(optionalCodeInput)
    .output(twoStep),
  getChallenge: publicEndpoint(
    'GET /login/two-factor',
    'Whether this browser is in the middle of signing in, and a code is asked for',
  )
    .input(emptyInput)
    .output(z.object({ hasChallenge: z.boolean() })),
  verifyChallenge: publicEndpoint(
    'POST /login/two-factor',
    'End a sign-in in two steps with a code of the app, or a recovery code',
  )
    .input(codeInput)
    .output(signedInResponse),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    twoFactor: typeof twoFactorContract;
  }
}
