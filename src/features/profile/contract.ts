import { z } from 'zod';
import { email, userName, linkToken, currentPassword, user, newPasswordSchema } from '#features/auth/contract.ts';
import { defineEndpoints, fileBody, instant, singleLineText, emptyInput, picture } from '#shared/contract.ts';
import { pictureTypes } from '#shared/uploads.ts';

const { publicEndpoint, memberEndpoint } = defineEndpoints('profile');

const profile = user.extend({
  createdAt: instant,
  hasPassword: z.boolean(),
  lastSignInAt: instant.nullable(),
  /** Replaces the current address once confirmed. */
  pendingEmailChange: z.object({ email: z.string(), expiresAt: instant }).nullable(),
});
export type Profile = z.infer<typeof profile>;

/** A browser session of the user. */
const device = z.object({
  id: z.string(),
  deviceName: z.string(),
  ip: z.string(),
  signInMethod: z.string(),
  createdAt: instant,
  lastActiveAt: instant,
  /** Whether it is the requesting session. */
  isCurrent: z.boolean(),
});
export type UserSession = z.infer<typeof device>;

/** Required for users with a password; others need a sign-in within the last 5 minutes. */
const optionalCurrentPassword = currentPassword.optional();

export const OWN_EMAIL = 'Enter the email address of this account';

const ended = z.object({ revokedCount: z.int() });

export const profileContract = {
  get: memberEndpoint('GET /profile', 'Get your profile').input(emptyInput).output(profile),
  update: memberEndpoint('PATCH /profile', 'Change your name')
    .input(z.strictObject({ name: userName }))
    .output(profile),
  deleteAccount: memberEndpoint('DELETE /profile', 'Permanently delete your account')
    .input(
      z.strictObject({ password: optionalCurrentPassword, email: z.string().min(1, OWN_EMAIL).max(254).optional() }),
    )
    .output(z.object({ deleted: z.literal(true) })),
  setAvatar: memberEndpoint(
    'PUT /profile/avatar',
    'Change your picture; the body is a PNG, JPEG, WebP, AVIF or GIF up to 5 MiB, which is cropped to a square',
    { spec: operation => ({ ...operation, requestBody: fileBody(pictureTypes) }) },
  )
    .input(z.file())
    .output(z.object({ avatar: picture })),
  removeAvatar: memberEndpoint('DELETE /profile/avatar', 'Remove your picture')
    .input(emptyInput)
    .output(z.object({ avatar: z.null() })),
  requestEmailChange: memberEndpoint(
    'POST /profile/email',
    'Request an email change; a confirmation link is sent to the new address',
    {
      successStatus: 202,
    },
  )
    .input(z.strictObject({ email, password: optionalCurrentPassword }))
    .output(z.object({ sentTo: z.string() })),
  cancelEmailChange: memberEndpoint('DELETE /profile/email', 'Cancel an email change')
    .input(emptyInput)
    .output(z.object({ cancelled: z.boolean() })),
  getEmailChange: publicEndpoint('GET /profile/email/{token}', 'Get the email address of a pending email change')
    .input(z.strictObject({ token: linkToken }))
    .output(z.object({ email: z.string() })),
  confirmEmailChange: publicEndpoint('POST /profile/email/confirm', 'Confirm a new email address')
    .input(z.strictObject({ token: linkToken }))
    .output(z.object({ email: z.string() })),
  changePassword: memberEndpoint('PUT /profile/password', 'Set or change your password; ends your other sessions')
    .input(newPasswordSchema({ currentPassword: optionalCurrentPassword }))
    .output(z.object({ changed: z.literal(true) })),
  exportData: memberEndpoint('GET /profile/export', 'Export your personal data', {
    outputStructure: 'detailed',
  })
    .input(emptyInput)
    .output(z.object({ headers: z.record(z.string(), z.string()), body: z.file() })),
  listSessions: memberEndpoint('GET /sessions', 'List your sessions')
    .input(emptyInput)
    .output(z.object({ items: z.array(device) })),
  revokeSession: memberEndpoint('DELETE /sessions/{id}', 'End one of your sessions')
    .input(z.strictObject({ id: singleLineText.min(1, 'Enter a session ID.').max(100, 'This session doesn’t exist.') }))
    .output(ended),
  revokeOtherSessions: memberEndpoint('DELETE /sessions', 'End all your other sessions')
    .input(emptyInput)
    .output(ended),
  revokeAllSessions: memberEndpoint('POST /logout/all', 'End all your sessions, including this one')
    .input(emptyInput)
    .output(ended),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    profile: typeof profileContract;
  }
}
