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
    toast.success('The sample content is off the site');
  } else if (intent === 'load-sample-content') {
    await api.settings.loadSampleContent();
    toast.success('The sample content is on the site');
  } else {
    const fields = ['minPasswordLength', 'timeZone', 'defaultCurrency', 'configuredSiteUrl'];
    await api.settings.update(Object.fromEntries([...form].filter(([name]) => fields.includes(name))));
    toast.success('Saved');
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
        title="Time and money"
        intro="Days, month ends and the times on your site are reckoned in your zone. The currency is for prices you set from now on; those that exist keep theirs."
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
              label="Currency of new prices"
              name="defaultCurrency"
              hint="Three letters (ISO 4217), such as EUR."
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
              The environment says it: <code className="font-mono">SITE_URL</code> is {settings.siteUrl}, and overrules
              what is set here.
            </>
          ) : (
            <>
              Links in mails, feeds and search results begin with it. It takes effect at the next start, since sign-in
              and security depend on it. Should it be wrong, start once with <code className="font-mono">SITE_URL</code>{' '}
              set to the right one: that always overrules it.
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
                ? `Now it is ${settings.siteUrl}. ${settings.isSiteUrlFromEnvironment ? '' : 'Start the site again to use the one here.'}`
                : `Now it is ${settings.siteUrl}. Left empty, it is this machine.`
            }
            defaultValue={refused?.values.configuredSiteUrl ?? settings.configuredSiteUrl ?? ''}
            error={refused?.failed.fields.configuredSiteUrl}
          />
        )}
      </SettingsForm>
      <SettingsForm intent="passwords" title="Passwords" intro="It holds for new passwords; those in use stay good.">
        {refused => (
          <TextField
            label="Shortest password"
            name="minPasswordLength"
            type="number"
            inputMode="numeric"
            min={6}
            max={64}
            hint="Characters. At least 6; 10 are recommended."
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
