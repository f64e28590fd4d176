import { redirect, useLoaderData } from 'react-router';
import { SelectField } from '#ui/SelectField.tsx';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { TextField } from '#ui/TextField.tsx';
import { createFieldProps } from '#ui/field-props.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { formatTimeZone } from '#shared/time.ts';
import { createRandomId } from '#shared/random-id.ts';
import { parseDateParam } from '../../lifecycle/rules/calendar-view.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const [{ timeZone, today }, { options }] = await Promise.all([
    api.calendar.getToday(),
    api.bookings.listConsultationOptions(),
  ]);
  // Idempotency key, so submitting twice creates one booking.
  return {
    timeZone,
    today,
    options,
    day: parseDateParam(searchParams.get('day'), ''),
    idempotencyKey: createRandomId(),
  };
});

export const action = pageAction(async ({ api, form }): Promise<never> => {
  const text = (name: string) => form.get(name) ?? '';
  const { number } = await api.calendar.createBooking({
    optionId: text('optionId'),
    title: text('title'),
    ...(text('minutes') ? { minutes: text('minutes') } : {}),
    date: text('date'),
    time: text('time'),
    name: text('name'),
    email: text('email'),
    notes: text('notes'),
    notifyClient: form.has('notifyClient'),
    idempotencyKey: text('idempotencyKey'),
  });
  toast.success('Booking created');
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(dashboardPaths.booking(number));
});

/** Form for a manual booking, such as one arranged by phone. */
export function Component() {
  const { timeZone, today, options, day, idempotencyKey } = useLoaderData<typeof loader>();
  const failed = useRejectedForm();
  const field = createFieldProps(failed, { date: day });
  return (
    <DashboardPage
      title="New booking"
      intro="Add a consultation you arranged elsewhere, free of charge. It can be outside your availability, but it can’t overlap another booking."
      back={{ to: dashboardPaths.calendar, label: 'Calendar' }}
    >
      <div className="[&>form]:mt-0 [&>form]:gap-0">
        <PageForm error={failed?.failed} submitLabel="Create booking" busyLabel="Creating…" hasStickyFooter>
          <input type="hidden" name="idempotencyKey" value={failed?.values.idempotencyKey ?? idempotencyKey} readOnly />
          <SettingsSection
            title="Booking details"
            description={`Times are in ${formatTimeZone(timeZone)}, your time zone.`}
          >
            <div className="grid gap-6">
              <SelectField
                label="Consultation"
                options={{
                  '': 'Custom',
                  ...Object.fromEntries(
                    options.map(({ id, title, durationMinutes }) => [id, `${title} (${durationMinutes} minutes)`]),
                  ),
                }}
                {...field('optionId')}
              />
              <div className="grid gap-6 sm:grid-cols-2">
                <TextField
                  label="Title"
                  hint="Optional unless the consultation is custom."
                  maxLength={120}
                  autoComplete="off"
                  {...field('title')}
                />
                <TextField
                  label="Duration (minutes)"
                  hint="Optional unless the consultation is custom."
                  inputMode="numeric"
                  autoComplete="off"
                  {...field('minutes')}
                />
                <TextField label="Date" type="date" min={today} {...field('date')} />
                <TextField label="Start time" type="time" {...field('time')} />
              </div>
            </div>
          </SettingsSection>
          <SettingsSection
            title="Client"
            description="If you enter an email address, the client gets reminders and an email when you reschedule or cancel."
          >
            <div className="grid gap-6">
              <TextField label="Name" maxLength={100} autoComplete="off" {...field('name')} />
              <TextField label="Email" type="email" inputMode="email" autoComplete="off" {...field('email')} />
              <TextArea label="Notes" {...field('notes')} />
              <label className="inline-flex min-h-11 items-center gap-3 text-small">
                <input
                  type="checkbox"
                  name="notifyClient"
                  value="yes"
                  className="size-5"
                  defaultChecked={failed ? failed.values.notifyClient === 'yes' : false}
                />
                Email the client a confirmation with a calendar invite
              </label>
            </div>
          </SettingsSection>
        </PageForm>
      </div>
    </DashboardPage>
  );
}
