import { useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { toast } from '#ui/toast.ts';
import { ReminderPreviews } from '../components/ReminderPreviews.tsx';
import { readReminderSchedule, ReminderScheduleFields } from '../components/ReminderScheduleFields.tsx';

export const loader = pageLoader(({ api }) => api.orders.getReminderSettings());

export const action = pageAction(async ({ api, form }) => {
  await api.orders.updateReminderSettings(readReminderSchedule(form));
  toast.success('Reminders saved');
});

/** The site's schedule of invoice reminders, with a preview of the emails. */
export function Component() {
  const { lateFeeAfterDays, ...schedule } = useLoaderData<typeof loader>();
  const failure = useRejectedForm();
  return (
    <DashboardPage
      title="Payment reminders"
      intro="Emails that remind clients of unpaid invoices. They stop as soon as a payment is reported or the invoice is settled. To set other days for one client, open the client’s page."
    >
      <div className="[&_form]:mt-0">
        <SettingsSection
          title="Schedule"
          description="Each reminder is sent once per invoice. A change applies from today: reminders for earlier days are not sent later."
        >
          <PageForm error={failure?.failed} submitLabel="Save reminders" busyLabel="Saving…">
            <ReminderScheduleFields schedule={schedule} lateFeeAfterDays={lateFeeAfterDays} failure={failure} />
          </PageForm>
        </SettingsSection>
        <SettingsSection title="Preview" description="Examples with the saved days and your current payment terms.">
          <ReminderPreviews />
        </SettingsSection>
      </div>
    </DashboardPage>
  );
}
