import { implement } from '@orpc/server';
import type { ApiContext } from '#platform/api/context.ts';
import { RECOMMENDED_PASSWORD, settingsContract } from './contract.ts';
import { getSettings, updateSettings } from './queries.ts';

const settings = implement(settingsContract).$context<ApiContext>();

export const settingsHandlers = settings.router({
  passwordRules: settings.passwordRules.handler(async ({ context }) => {
    const { minimumPasswordLength } = await getSettings(context.db);
    const recommendedLength = Math.max(RECOMMENDED_PASSWORD, minimumPasswordLength);
    return { minimumLength: minimumPasswordLength, recommendedLength };
  }),
  read: settings.read.handler(({ context }) => getSettings(context.db)),
  save: settings.save.handler(async ({ context, input }) => {
    await updateSettings(context.db, input);
    return input;
  }),
});
