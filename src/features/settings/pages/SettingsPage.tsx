import { useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { TextField, type TextFieldProps } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { SampleContentSettings } from '../components/SampleContentSettings.tsx';
import { SettingsForm } from '../components/SettingsForm.tsx';

export const loader = pageLoader(async ({ api }) => {
  const [settings, choices, sample] = await Promise.all([
    api.settings.get(),
    api.settings.getOptions(),
    api.settings.getSampleContent(),
  ]);
  return { settings, choices, sample: sample.items };
});

export const action = pageAction(async ({ api, form }) => {
  const intent = form.get('intent');
  if (intent === 'remove-sample-content') {
    await api.settings.removeSampleContent({ confirm: form.get('confirm') ?? '' });
    toast.success('Sample content removed');
  } else if (intent === 'load-sample-content') {
    await api.settings.loadSampleContent();
    toast.success('Sample content added');
  } else {
    const fields = ['minPasswordLength', 'timeZone', 'defaultCurrency', 'configuredSiteUrl'];
    await api.settings.update(Object.fromEntries([...form].filter(([name]) => fields.includes(name))));
    toast.success('Settings saved');
  }
});

type Suggestion = readonly [value: string, label: string];

/** A required text field with suggestions. */
function SuggestionField({ list, options, ...field }: TextFieldProps & { list: string; options: Suggestion[] }) {
  return (
    <>
      <TextField {...field} list={list} autoComplete="off" required />
      <datalist id={list}>
        {options.map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  );
}

export function Component() {
  const { settings, choices, sample } = useLoaderData<typeof loader>();
  return (
    <DashboardPage title="Settings">
      <SettingsForm
        intent="place"
        title="Time zone and currency"
        intro="Your site and invoices use this time zone. The currency applies to new prices. Existing prices don’t change."
      >
        {refused => (
          <>
            <SuggestionField
              list="time-zones"
              label="Time zone"
              name="timeZone"
              hint="Type a city to search, such as Berlin."
              defaultValue={refused?.values.timeZone ?? settings.timeZone}
              error={refused?.failed.fields.timeZone}
              options={choices.timeZones.map(name => [name, name])}
            />
            <SuggestionField
              list="currencies"
              label="Currency for new prices"
              name="defaultCurrency"
              hint="A three-letter code (ISO 4217), such as EUR."
              defaultValue={refused?.values.defaultCurrency ?? settings.defaultCurrency}
              error={refused?.failed.fields.defaultCurrency}
              options={choices.currencies.map(({ code, name }) => [code, name])}
            />
          </>
        )}
      </SettingsForm>
      <SettingsForm
        intent="address"
        title="Site address"
        intro={
          settings.isSiteUrlFromEnvironment ? (
            <>
              The environment variable <code className="font-mono">SITE_URL</code> is set to {settings.siteUrl}. It
              overrides the address below.
            </>
          ) : (
            <>
              Links in emails, feeds and search results start with this address. A change takes effect when you restart
              the site. If you enter a wrong address and can’t sign in, restart with{' '}
              <code className="font-mono">SITE_URL</code> set to the right one. It overrides this setting.
            </>
          )
        }
      >
        {refused => (
          <TextField
            label="Address"
            name="configuredSiteUrl"
            type="url"
            inputMode="url"
            autoComplete="url"
            placeholder="https://example.org"
            hint={
              settings.configuredSiteUrl && settings.configuredSiteUrl !== settings.siteUrl
                ? `Current address: ${settings.siteUrl}. ${settings.isSiteUrlFromEnvironment ? '' : 'Restart the site to use the new one.'}`
                : `Current address: ${settings.siteUrl}. Leave blank to use this computer’s address.`
            }
            defaultValue={refused?.values.configuredSiteUrl ?? settings.configuredSiteUrl ?? ''}
            error={refused?.failed.fields.configuredSiteUrl}
          />
        )}
      </SettingsForm>
      <SettingsForm
        intent="passwords"
        title="Passwords"
        intro="This applies to new passwords. Existing passwords still work."
      >
        {refused => (
          <TextField
            label="Minimum password length"
            name="minPasswordLength"
            type="number"
            inputMode="numeric"
            min={6}
            max={64}
            hint="6 characters or more. We recommend 10."
            defaultValue={refused?.values.minPasswordLength ?? settings.minPasswordLength}
            error={refused?.failed.fields.minPasswordLength}
            required
          />
        )}
      </SettingsForm>
      <SampleContentSettings items={sample} />
    </DashboardPage>
  );
}
