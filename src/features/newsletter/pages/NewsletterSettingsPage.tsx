import { useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
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
  toast.success('Saved');
});

export function Component() {
  const settings = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = result && 'failed' in result ? result : undefined;
  return (
    <DashboardPage title="Newsletter settings" back={{ to: dashboardPaths.newsletter, label: 'Newsletter' }}>
      <div className="max-w-[36rem] [&>form]:mt-0">
        <PageForm error={refused?.failed} submitLabel="Save" busyLabel="Saving…">
          <TextField
            label="Mails a minute"
            name="emailsPerMinute"
            type="number"
            inputMode="numeric"
            min={1}
            max={MAX_EMAILS_PER_MINUTE}
            hint="At most. Ask your mail provider what they allow; faster is not better."
            defaultValue={refused?.values.emailsPerMinute ?? settings.emailsPerMinute}
            error={refused?.failed.fields.emailsPerMinute}
            required
          />
          <fieldset>
            <legend className="mb-2 font-display text-small font-semibold">Counting openings and clicks</legend>
            <label className="flex min-h-11 cursor-pointer gap-3 py-2">
              <input
                type="checkbox"
                name="isTrackingEnabled"
                value="yes"
                defaultChecked={settings.isTrackingEnabled}
                className="mt-1 size-4.5 shrink-0"
              />
              <span>
                Count them
                <span className="meta mt-1 block">
                  Issues that are sent from then on carry a picture that nobody sees, and their links to your own pages
                  go by way of a count. An issue then knows how often it was opened and clicked, and nothing of who did
                  it. Mail programs that load pictures by themselves count too. Say so in your privacy policy. Off,
                  nothing is counted.
                </span>
              </span>
            </label>
          </fieldset>
        </PageForm>
      </div>
    </DashboardPage>
  );
}
