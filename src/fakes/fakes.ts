import type { FastifyInstance } from 'fastify';
import type { CustomFetch } from 'openid-client';
import type { ProviderSettings } from '#features/auth/social-login/rules/providers.ts';
import type { FakePayments } from '#features/payments/providers/providers.ts';
import type { ApiServices } from '#platform/api/context.ts';
import type { DeveloperTools } from '#platform/http/developer-tools.ts';
import { registerDeveloperMail } from './developer-mail.ts';
import { createFakeFetch, registerDeveloperLink } from './developer-routes.ts';
import { createDeveloperTools } from './developer-tools.ts';
import { fakePaymentKeys } from './fake-payment-provider.ts';
import { registerFakePayments } from './fake-payments.ts';
import { registerFakeSignIn } from './fake-sign-in.ts';
import { fakePaths } from './paths.ts';

/** Fakes of outside services, and the site's email as pages, for trying out a local site. */
export interface Fakes {
  readonly developerTools: DeveloperTools;
  /** Opens developer mail and fake providers to a browser, until the site stops. */
  readonly developerLink: string;
  readonly payments: FakePayments;
  /** Returns the settings of a fake sign-in provider. */
  readonly signIn: (provider: Pick<ProviderSettings, 'name' | 'label'>) => ProviderSettings;
  /** Serves developer mail, and the sign-in and payment providers that are fake. */
  readonly register: (services: ApiServices) => Promise<void>;
}

export function createFakes(app: FastifyInstance, siteUrl: string): Fakes {
  const developerTools = createDeveloperTools(siteUrl);
  return {
    developerTools,
    developerLink: siteUrl + fakePaths.developerTools(developerTools.token),
    payments: {
      keys: fakePaymentKeys,
      fetchFor: name => createFakeFetch(app, developerTools, fakePaths.provider(name)),
    },
    signIn: ({ name, label }) => ({
      name,
      label,
      kind: 'oidc',
      issuer: siteUrl + fakePaths.provider(name),
      clientId: 'this-site',
      clientSecret: 'fake',
      isFake: true,
      fetch: createFakeFetch(app, developerTools) as CustomFetch,
    }),
    async register(services) {
      const providers = services.signInProviders.filter(({ isFake }) => isFake);
      const names = services.paymentProviders.filter(({ isFake }) => isFake).map(({ name }) => name);
      await registerFakeSignIn(app, { siteUrl, providers, developerTools });
      await registerFakePayments(app, { siteUrl, names, developerTools });
      await registerDeveloperMail(app, { services, developerTools });
      await registerDeveloperLink(app, { siteUrl, developerTools });
    },
  };
}
