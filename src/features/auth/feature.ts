import { defineFeature } from '#platform/feature.ts';
import {
  passkeysPersonalData,
  sessionsPersonalData,
  signInMethodsPersonalData,
  userPersonalData,
} from './actions/personal-data.ts';
import { authChecks } from './checks.ts';
import { authCommands } from './commands.ts';
import { authHandlers } from './handlers.ts';
import { passkeysHandlers } from './passkeys/handlers.ts';
import { passwordResetHandlers } from './password-reset/handlers.ts';
import { deleteExpiredRows, listAvatarUsages } from './queries.ts';
import { socialLoginEnvironment } from './social-login/config.ts';
import { socialLoginHandlers } from './social-login/handlers/handlers.ts';
import { registerSocialLoginRoutes } from './social-login/handlers/routes.ts';
import {
  type CreateFakeProvider,
  listProviders,
  type ProviderConfig,
  type ProviderSettings,
} from './social-login/rules/providers.ts';
import { twoFactorHandlers } from './two-factor/handlers.ts';

declare module '#platform/feature.ts' {
  interface FeatureConfig {
    readonly providers: ProviderConfig;
  }
  interface FeatureSetup {
    readonly createFakeProvider: CreateFakeProvider | undefined;
  }
}
declare module '#platform/api/context.ts' {
  interface FeatureServices {
    readonly signInProviders: readonly ProviderSettings[];
  }
}

export const auth = defineFeature({
  name: 'auth',
  environment: socialLoginEnvironment,
  handlers: {
    auth: authHandlers,
    passwordReset: passwordResetHandlers,
    socialLogin: socialLoginHandlers,
    twoFactor: twoFactorHandlers,
    passkeys: passkeysHandlers,
  },
  services: ({ providers, createFakeProvider }) => ({ signInProviders: listProviders(providers, createFakeProvider) }),
  routes: registerSocialLoginRoutes,
  commands: authCommands,
  checks: authChecks,
  cleanup: deleteExpiredRows,
  personalData: [userPersonalData, signInMethodsPersonalData, passkeysPersonalData, sessionsPersonalData],
  pictureUses: listAvatarUsages,
});
