import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { signedInResponse } from '../contract.ts';
import { defineEndpoints, instant, singleLineText, emptyInput } from '#shared/contract.ts';

const passkey = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether the passkey is backed up to a provider account and shared between devices. */
  synced: z.boolean(),
  createdAt: instant,
  lastUsedAt: instant.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

const passkeyList = z.object({
  /** Whether passkeys work at the site's URL. */
  isSupported: z.boolean(),
  items: z.array(passkey),
});
export type PasskeyList = z.infer<typeof passkeyList>;

const passkeyName = singleLineText.trim().min(1, 'Name is required').max(60, 'Name must be at most 60 characters long');

const byId = z.strictObject({ id: z.string().max(60, 'This passkey doesn’t exist.') });

/** Options for `navigator.credentials.create()` and `.get()` (Web Authentication, level 3, 5.1.9 and 5.1.10). */
const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const creationOptions = z.custom<PublicKeyCredentialCreationOptionsJSON>(isObject);
const requestOptions = z.custom<PublicKeyCredentialRequestOptionsJSON>(isObject);

const INVALID = 'Invalid passkey response.';
const bytes = z
  .string(INVALID)
  .regex(/^[\w-]+$/, INVALID)
  .max(100_000, INVALID);

/** Their responses. Browsers add fields over time, so unknown ones are ignored (Web Authentication, level 3, 5.1.8). */
const credential = z.object({ id: bytes, rawId: bytes, type: z.literal('public-key') });
const registrationResponse = credential.extend({
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z.array(singleLineText.max(30, INVALID)).max(10, INVALID).optional(),
  }),
});
export type RegistrationResponse = z.infer<typeof registrationResponse>;

const authenticationResponse = credential.extend({
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
});
export type AuthenticationResponse = z.infer<typeof authenticationResponse>;

const { publicEndpoint, memberEndpoint } = defineEndpoints('passkeys');

export const passkeysContract = {
  list: memberEndpoint('GET /profile/passkeys', 'List your passkeys, oldest first')
    .input(emptyInput)
    .output(passkeyList),
  createRegistrationOptions: memberEndpoint('POST /profile/passkeys/options', 'Start adding a passkey')
    .input(emptyInput)
    .output(creationOptions),
  register: memberEndpoint('POST /profile/passkeys', 'Add a passkey; the name defaults to the browser’s', {
    successStatus: 201,
  })
    .input(z.strictObject({ name: passkeyName.optional(), response: registrationResponse }))
    .output(passkey),
  rename: memberEndpoint('PATCH /profile/passkeys/{id}', 'Rename a passkey')
    .input(byId.extend({ name: passkeyName }))
    .output(passkey),
  delete: memberEndpoint('DELETE /profile/passkeys/{id}', 'Remove a passkey')
    .input(byId)
    .output(z.object({ removed: z.literal(true) })),
  createAuthenticationOptions: publicEndpoint('POST /login/passkey/options', 'Start signing in with a passkey')
    .input(emptyInput)
    .output(requestOptions),
  signIn: publicEndpoint('POST /login/passkey', 'Sign in with a passkey')
    .input(z.strictObject({ response: authenticationResponse }))
    .output(signedInResponse),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    passkeys: typeof passkeysContract;
  }
}
