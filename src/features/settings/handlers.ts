import { implement } from '@orpc/server';
import { getTimeZone, updateTimeZone } from '#features/site/index.ts';
import { requireUser } from '#platform/api/access.ts';
import type { ApiContext } from '#platform/api/context.ts';
import { invalidateTag } from '#platform/cache/cache-invalidation.ts';
import type { Db } from '#platform/database/database.ts';
import { currencies, RECOMMENDED_PASSWORD_LENGTH, type Settings, settingsContract, timeZones } from './contract.ts';
import { getSettings, updateSettings } from './queries.ts';

const settings = implement(settingsContract).$context<ApiContext>();

async function getSettingsDto(db: Db, { siteUrl, isSiteUrlConfigured }: ApiContext): Promise<Settings> {
  const [row, timeZone] = await Promise.all([getSettings(db), getTimeZone(db)]);
  return { ...row, timeZone, siteUrl, isSiteUrlFromEnvironment: isSiteUrlConfigured };
}

export const settingsHandlers = settings.router({
  getPasswordPolicy: settings.getPasswordPolicy.handler(async ({ context }) => {
    const { minPasswordLength } = await getSettings(context.db);
    const recommendedLength = Math.max(RECOMMENDED_PASSWORD_LENGTH, minPasswordLength);
    return { minLength: minPasswordLength, recommendedLength };
  }),
  get: settings.get.handler(({ context }) => getSettingsDto(context.db, context)),
  getOptions: settings.getOptions.handler(() => {
    const names = new Intl.DisplayNames('en', { type: 'currency' });
    return { timeZones, currencies: currencies.map(code => ({ code, name: names.of(code) ?? code })) };
  }),
  getDefaultCurrency: settings.getDefaultCurrency.handler(async ({ context }) => {
    const { defaultCurrency } = await getSettings(context.db);
    return { currency: defaultCurrency };
  }),
  update: settings.update.handler(({ context, input: { timeZone, ...row } }) =>
    context.db.transaction(async tx => {
      await updateSettings(tx, row);
      if (timeZone !== undefined) {
        await updateTimeZone(tx, timeZone);
        // Pages show times in this time zone.
        for (const feature of ['site', 'blog', 'projects']) await invalidateTag(tx, feature);
      }
      return getSettingsDto(tx, context);
    }),
  ),
  getSampleContent: settings.getSampleContent.handler(async ({ context }) => ({
    items: await context.sampleContent.list(context.db),
  })),
  loadSampleContent: settings.loadSampleContent.handler(({ context }) =>
    context.db.transaction(async tx => {
      await context.sampleContent.load(tx);
      return { items: await context.sampleContent.list(tx) };
    }),
  ),
  removeSampleContent: settings.removeSampleContent.handler(async ({ context }) => {
    const { userId } = requireUser(context);
    const [items, files] = await context.db.transaction(async tx => {
      const unused = await context.sampleContent.remove(tx, userId, context.now());
      return [await context.sampleContent.list(tx), unused] as const;
    });
    await context.files.remove(...files);
    return { items };
  }),
});
