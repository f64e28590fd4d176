import { useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { TextField } from '#ui/TextField.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { MAX_EMAILS_PER_MINUTE } from '../contract/limits.ts';

export const loader = pageLoader(({ api }) => api.newsletter.getSettings());

export const action = pageAction(async ({ api, form }) => {
  await api.newsletter.updateSettings({
    emailsPerMinute: form.get('emailsPerMinute') ?? '',
    isTrackingEnabled: form.get('isTrackingEnabled') === 'yes',
  });
  toast.success('Settings saved');
});

export function Component() {
  const settings = useLoaderData<typeof loader>();
  const refused = useRejectedForm();
  return (
    <DashboardPage title="Newsletter settings">
      <div className="max-w-[36rem] [&>form]:mt-0">
        <PageForm error={refused?.failed} submitLabel="Save settings" busyLabel="Saving…">
          <TextField
            label="Emails per minute"
            name="emailsPerMinute"
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_EMAILS_PER_MINUTE}
            hint="The maximum sending speed. Ask your email provider for their limit."
            defaultValue={refused?.values.emailsPerMinute ?? settings.emailsPerMinute}
            error={refused?.failed.fields.emailsPerMinute}
            required
          />
          <fieldset>
            <legend className="mb-2 font-display text-small font-semibold">Open and click tracking</legend>
            <label className="flex min-h-11 cursor-pointer gap-3 py-2">
              <input
                type="checkbox"
                name="isTrackingEnabled"
                value="yes"
                defaultChecked={settings.isTrackingEnabled}
                className="mt-1 size-4.5 shrink-0"
              />
              <span>
                Track opens and clicks
                <span className="hint mt-1 block">
                  New newsletters include an invisible image, and clicks on links to your own pages are counted. You see
                  how often a newsletter was opened and clicked, but not by whom. Email apps that load images
                  automatically count as opens, too. If you turn this on, mention it in your privacy policy.
                </span>
              </span>
            </label>
          </fieldset>
        </PageForm>
      </div>
    </DashboardPage>
  );
}
