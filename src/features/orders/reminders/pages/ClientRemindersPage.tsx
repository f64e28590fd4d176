import type { ReactNode } from 'react';
import { Link, redirect, useLoaderData } from 'react-router';
import { formatReminderSchedule, getClientName } from '#features/clients/browser.ts';
import { NO_REMINDERS } from '#features/clients/contract/constants.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { toast } from '#ui/toast.ts';
import { ReminderPreviews } from '../components/ReminderPreviews.tsx';
import { readReminderSchedule, ReminderScheduleFields } from '../components/ReminderScheduleFields.tsx';

export const loader = pageLoader(async ({ api, params }) => {
  const id = params.id ?? '';
  const [client, settings] = await Promise.all([api.clients.get({ id }), api.orders.getReminderSettings()]);
  if (String(client.id) !== id) throw redirect(dashboardPaths.clientReminders(client.id), 301);
  return { client, settings };
});

export const action = pageAction(async ({ api, params, form }) => {
  const choice = form.get('reminders');
  const schedule = choice === 'own' ? readReminderSchedule(form) : choice === 'none' ? NO_REMINDERS : null;
  await api.clients.updateReminders({ id: params.id ?? '', schedule });
  toast.success('Reminders saved');
});

/** A client's schedule of invoice reminders, with a preview of the emails. */
export function Component() {
  const { client, settings } = useLoaderData<typeof loader>();
  const failure = useRejectedForm();
  const { lateFeeAfterDays, ...siteSchedule } = settings;
  const { id, reminderSchedule } = client;
  const hasNone = reminderSchedule !== null && formatReminderSchedule(reminderSchedule) === 'none';
  const saved = reminderSchedule === null ? 'site' : hasNone ? 'none' : 'own';
  const chosen = failure?.values.reminders ?? saved;
  const name = getClientName(client);
  return (
    <DashboardPage title="Payment reminders" back={{ to: dashboardPaths.client(id), label: name }}>
      <SettingsSection
        title={`Reminders for ${name}`}
        description="For the client’s orders and invoices. A change applies from today: reminders for earlier days are not sent later."
      >
        <PageForm error={failure?.failed} submitLabel="Save reminders" busyLabel="Saving…">
          <div className="group">
            <fieldset>
              <legend className="mb-2 font-display text-small font-semibold">Remind this client of invoices</legend>
              <Choice value="site" chosen={chosen} label="Same as for all clients">
                {formatReminderSchedule(siteSchedule)} (
                <Link className="link" to={dashboardPaths.reminders}>
                  change for all clients
                </Link>
                )
              </Choice>
              <Choice value="none" chosen={chosen} label="Not at all">
                Emails with invoices and receipts are still sent.
              </Choice>
              <Choice value="own" chosen={chosen} label="On other days" />
            </fieldset>
            <div className="hidden pl-[1.875rem] [.group:has([value=own]:checked)_&]:block">
              <ReminderScheduleFields
                schedule={reminderSchedule === null || hasNone ? siteSchedule : reminderSchedule}
                lateFeeAfterDays={lateFeeAfterDays}
                failure={failure}
                errorPrefix="schedule."
              />
            </div>
          </div>
        </PageForm>
      </SettingsSection>
      {!hasNone && (
        <SettingsSection
          title="Preview"
          description="Examples with the saved days, your current payment terms, and the client’s language."
        >
          <ReminderPreviews client={id} />
        </SettingsSection>
      )}
    </DashboardPage>
  );
}

interface ChoiceProps {
  value: string;
  chosen: string;
  label: string;
  children?: ReactNode;
}

function Choice({ value, chosen, label, children }: ChoiceProps) {
  const hintId = `reminders-${value}-hint`;
  return (
    <div className="py-1">
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="radio"
          name="reminders"
          value={value}
          defaultChecked={chosen === value}
          aria-describedby={children ? hintId : undefined}
          className="size-4.5 shrink-0"
        />
        {label}
      </label>
      {children && (
        <p id={hintId} className="hint -mt-1.5 pl-[1.875rem]">
          {children}
        </p>
      )}
    </div>
  );
}
