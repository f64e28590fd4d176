import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/server';
import { z } from 'zod';
import { signedInResponse } from '../contract.ts';
import { endpoint, instant, singleLineText, emptyInput } from '#shared/contract.ts';

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

const byId = z.strictObject({ id: z.string().max(60, 'This is not the number of a passkey.') });

/** Options for `navigator.credentials.create()` and `.get()` (Web Authentication, level 3, 5.1.9 and 5.1.10). */
const isObject = (value: unknown) => typeof value === 'object' && value !== null;
const creationOptions = z.custom<PublicKeyCredentialCreationOptionsJSON>(isObject);
const requestOptions = z.custom<PublicKeyCredentialRequestOptionsJSON>(isObject);

const bytes = z
  .string('This is no passkey’s answer.')
  .regex(/^[\w-]+$/, 'This is no passkey’s answer.')
  .max(100_000, 'This is no passkey’s answer.');

/** Their responses. Browsers add fields over time, so unknown ones are ignored (Web Authentication, level 3, 5.1.8). */
const registrationResponse = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes,
    attestationObject: bytes,
    transports: z
      .array(singleLineText.max(30, 'This is no passkey’s answer.'))
      .max(10, 'This is no passkey’s answer.')
      .optional(),
  }),
});
export type RegistrationResponse = z.infer<typeof registrationResponse>;

const authenticationResponse = z.object({
  id: bytes,
  rawId: bytes,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: bytes,
    authenticatorData: bytes,
    signature: bytes,
    userHandle: bytes.optional(),
  }),
});
export type AuthenticationResponse = z.infer<typeof authenticationResponse>;

const tags = ['passkeys'];

export const passkeysContract = {
  list: endpoint
    .meta({ access: 'member' })
    .route({ method: 'GET', path: '/profile/passkeys', tags, summary: 'Your passkeys, the oldest first' })
    .input(emptyInput)
    .output(passkeyList),
  createRegistrationOptions: endpoint
    .meta({ access: 'member' })
    .route({ method: 'POST', path: '/profile/passkeys/options', tags, summary: 'Begin to add a passkey' })
    .input(emptyInput)
    .output(creationOptions),
  register: endpoint
    .meta({ access: 'member' })
    .route({
      method: 'POST',
      path: '/profile/passkeys',
      tags,
      successStatus: 201,
      summary: 'Add the passkey that an authenticator has made; without a name it is called after the browser',
    })
    .input(z.strictObject({ name: passkeyName.optional(), response: registrationResponse }))
    .output(passkey),
  rename: endpoint
    .meta({ access: 'member' })
    .route({ method: 'PATCH', path: '/profile/passkeys/{id}', tags, summary: 'Give a passkey another name' })
    .input(byId.extend({ name: passkeyName }))
    .output(passkey),
  delete: endpoint
    .meta({ access: 'member' })
    .route({ method: 'DELETE', path: '/profile/passkeys/{id}', tags, summary: 'Remove a passkey' })
    .input(byId)
    .output(z.object({ removed: z.literal(true) })),
  createAuthenticationOptions: endpoint
    .meta({ access: 'public' })
    .route({ method: 'POST', path: '/login/passkey/options', tags, summary: 'Begin to sign in with a passkey' })
    .input(emptyInput)
    .output(requestOptions),
  signIn: endpoint
    .meta({ access: 'public' })
    .route({ method: 'POST', path: '/login/passkey', tags, summary: 'Sign in with what a passkey has signed' })
    .input(z.strictObject({ response: authenticationResponse }))
    .output(signedInResponse),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    passkeys: typeof passkeysContract;
  }
}
