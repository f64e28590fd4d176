import { z } from 'zod';
import { defineEnvironment } from '#platform/feature.ts';
import { parseJson } from '#shared/parse-json.ts';
import { StartupError } from '#platform/startup-error.ts';
import { type ProviderConfig, reservedProviderNames } from './rules/providers.ts';

/** Credentials of the known providers, in pairs. */
const knownVariables = {
  GOOGLE_CLIENT_ID: z.string().optional(),
  GOOGLE_CLIENT_SECRET: z.string().optional(),
  FACEBOOK_CLIENT_ID: z.string().optional(),
  FACEBOOK_CLIENT_SECRET: z.string().optional(),
  GITHUB_CLIENT_ID: z.string().optional(),
  GITHUB_CLIENT_SECRET: z.string().optional(),
};

const OIDC_PROVIDERS_FORMAT =
  'must be a JSON list such as [{"name":"work","label":"Work","issuer":"https://id.example.org","clientId":"…","clientSecret":"…"}]';

const text = z.string(OIDC_PROVIDERS_FORMAT).trim().min(1, OIDC_PROVIDERS_FORMAT);

/** Tokens are sent to the issuer, so it must use HTTPS; HTTP only on localhost. */
const issuer = text.refine(address => {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname));
}, 'must give each provider an HTTPS issuer');

const ownProvider = z.strictObject(
  {
    name: text
      .regex(/^[a-z][a-z0-9-]{0,30}$/, 'must give each provider a name of lowercase letters, digits and hyphens')
      .refine(name => !reservedProviderNames.includes(name), 'must not give a provider a reserved name'),
    label: text,
    issuer,
    clientId: text,
    clientSecret: text,
  },
  OIDC_PROVIDERS_FORMAT,
);

/** Other OpenID providers. The value contains secrets, so error messages must not repeat it. */
const customOidcProviders = z
  .string()
  .transform(given => parseJson(given))
  .pipe(
    z
      .array(ownProvider, OIDC_PROVIDERS_FORMAT)
      .refine(
        list => new Set(list.map(({ name }) => name)).size === list.length,
        'must give each provider a unique name',
      ),
  );

/** Environment variables of the social login providers. */
export const socialLoginEnvironment = defineEnvironment(
  { ...knownVariables, OIDC_PROVIDERS: customOidcProviders.default([]) },
  value => ({ providers: { keys: parseKnownProviders(value), others: value.OIDC_PROVIDERS } }),
);

/** Returns the credentials of the known providers. Throws a StartupError if one half of a pair is missing. */
function parseKnownProviders(
  value: Partial<Record<keyof typeof knownVariables, string | undefined>>,
): ProviderConfig['keys'] {
  const keys: ProviderConfig['keys'] = {};
  for (const [provider, name] of [
    ['GOOGLE', 'google'],
    ['FACEBOOK', 'facebook'],
    ['GITHUB', 'github'],
  ] as const) {
    const clientId = value[`${provider}_CLIENT_ID`];
    const clientSecret = value[`${provider}_CLIENT_SECRET`];
    if (clientId && clientSecret) keys[name] = { clientId, clientSecret };
    else if (clientId || clientSecret) {
      const [given, missing] = clientId ? ['ID', 'SECRET'] : ['SECRET', 'ID'];
      throw new StartupError(
        `Invalid setting: ${provider}_CLIENT_${missing} must be set together with ${provider}_CLIENT_${given}. The provider issues both.`,
      );
    }
  }
  return keys;
}
