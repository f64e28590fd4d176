import { redirect, useActionData, useLoaderData } from 'react-router';
import { SelectField } from '#ui/SelectField.tsx';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { TextField } from '#ui/TextField.tsx';
import { createFieldProps } from '#ui/field-props.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { TextArea } from '#ui/TextArea.tsx';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
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
    idempotencyKey: crypto.randomUUID(),
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
  toast.success('It is booked.');
  // oxlint-disable-next-line typescript/only-throw-error
  throw redirect(dashboardPaths.booking(number));
});

/** Form for a manual booking, such as one agreed on the phone. */
export function Component() {
  const { timeZone, today, options, day, idempotencyKey } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const failed = result && 'failed' in result ? result : undefined;
  const field = createFieldProps(failed, { date: day });
  return (
    <DashboardPage
      title="Book by hand"
      intro="For what was agreed elsewhere. Nothing is charged, and your hours and busy times do not stand in the way; other bookings do."
      back={{ to: dashboardPaths.calendar, label: 'Calendar' }}
    >
      <div className="[&>form]:mt-0 [&>form]:gap-0">
        <PageForm error={failed?.failed} submitLabel="Book" busyLabel="Booking…" hasStickyFooter>
          <input type="hidden" name="idempotencyKey" value={failed?.values.idempotencyKey ?? idempotencyKey} readOnly />
          <SettingsSection title="What and when" description={`By the clock of ${timeZone}, your time zone.`}>
            <div className="grid gap-6">
              <SelectField
                label="Consultation"
                options={{
                  '': 'Something else',
                  ...Object.fromEntries(
                    options.map(({ id, title, durationMinutes }) => [id, `${title} (${durationMinutes} minutes)`]),
                  ),
                }}
                {...field('optionId')}
              />
              <div className="grid gap-6 sm:grid-cols-2">
                <TextField
                  label="Title"
                  hint="Empty for the consultation’s own."
                  maxLength={120}
                  autoComplete="off"
                  {...field('title')}
                />
                <TextField
                  label="Minutes"
                  hint="Empty for the consultation’s own."
                  inputMode="numeric"
                  autoComplete="off"
                  {...field('minutes')}
                />
                <TextField label="Day" type="date" min={today} {...field('date')} />
                <TextField label="Begins at" type="time" {...field('time')} />
              </div>
            </div>
          </SettingsSection>
          <SettingsSection
            title="Client"
            description="Where there is an address, the site reminds them, and tells them when it is moved or cancelled."
          >
            <div className="grid gap-6">
              <TextField label="Name" maxLength={100} autoComplete="off" {...field('name')} />
              <TextField label="E-mail" type="email" inputMode="email" autoComplete="off" {...field('email')} />
              <TextArea label="What it is about" {...field('notes')} />
              <label className="inline-flex min-h-11 items-center gap-3 text-small">
                <input
                  type="checkbox"
                  name="notifyClient"
                  value="yes"
                  className="size-5"
                  defaultChecked={failed ? failed.values.notifyClient === 'yes' : false}
                />
                Send a confirmation with an entry for their calendar
              </label>
            </div>
          </SettingsSection>
        </PageForm>
      </div>
    </DashboardPage>
  );
}
