import { useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { toast } from '#ui/toast.ts';
import type { ReminderPreview } from '../rules.ts';

export const loader = pageLoader(({ api }) => api.orders.getReminderSettings());

/** The reminders with a number of days: the name of the field, what the days count, and a suggestion. */
const rows = [
  ['daysBefore', 'before the due date', 2],
  ['daysAfter.0', 'after the due date', 3],
  ['daysAfter.1', 'after the due date', 7],
  ['daysAfter.2', 'after the due date', 14],
] as const;

export const action = pageAction(async ({ api, form }) => {
  const isOn = (name: string) => form.get(`isOn.${name}`) === 'on';
  // An empty field is zero days, which the API rejects.
  const days = (name: string) => (isOn(name) ? Number(form.get(name) || 0) : null);
  await api.orders.updateReminderSettings({
    daysBefore: days('daysBefore'),
    isOnDueDate: isOn('dueDate'),
    daysAfter: [days('daysAfter.0'), days('daysAfter.1'), days('daysAfter.2')],
    warnsOfLateFee: isOn('lateFee'),
  });
  toast.success('Reminders saved');
});

/** When clients are reminded of their invoices, with a preview of the emails. */
export function Component() {
  const settings = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const failure = result && 'failed' in result ? result : undefined;
  const { daysBefore, isOnDueDate, daysAfter, warnsOfLateFee, lateFeeAfterDays } = settings;
  const saved = [daysBefore, ...daysAfter];
  const isChecked = (name: string, isOn: boolean) => (failure ? failure.values[`isOn.${name}`] === 'on' : isOn);
  const toRow = ([name, label, suggestion]: (typeof rows)[number], place: number) => {
    const days = saved[place] ?? null;
    return (
      <ReminderRow
        key={name}
        name={name}
        label={label}
        isChecked={isChecked(name, days !== null)}
        days={failure?.values[name] ?? String(days ?? suggestion)}
        error={failure?.failed.fields[name]}
      />
    );
  };
  const [before, ...after] = rows.map(toRow);
  return (
    <DashboardPage
      title="Payment reminders"
      intro="Emails that remind clients of unpaid invoices. They stop as soon as a payment is reported or the invoice is settled."
    >
      <div className="[&_form]:mt-0">
        <SettingsSection
          title="Schedule"
          description="Each reminder is sent once per invoice. A change applies from today: reminders for earlier days are not sent later."
        >
          <PageForm error={failure?.failed} submitLabel="Save reminders" busyLabel="Saving…">
            <div className="grid gap-2">
              {before}
              <Check name="dueDate" isChecked={isChecked('dueDate', isOnDueDate)}>
                On the due date
              </Check>
              {after}
              <Check name="lateFee" isChecked={isChecked('lateFee', warnsOfLateFee)}>
                When a late fee becomes possible
              </Check>
              <p className="hint pl-[1.875rem]">
                Sent on day {Math.max(lateFeeAfterDays, 2)} after the due date for new orders, as in your payment terms.
              </p>
            </div>
          </PageForm>
        </SettingsSection>
        <SettingsSection title="Preview" description="Examples with the saved days and your current payment terms.">
          {previews.map(([name, label]) => (
            <Disclosure key={name} label={label}>
              <iframe
                className="h-[36rem] w-full border border-rule bg-[white]"
                title={`Preview: ${label}`}
                src={dashboardPaths.reminderPreview(name)}
                loading="lazy"
                sandbox="allow-popups allow-popups-to-escape-sandbox"
              />
            </Disclosure>
          ))}
        </SettingsSection>
      </div>
    </DashboardPage>
  );
}

const previews: readonly (readonly [name: ReminderPreview, label: string])[] = [
  ['before', 'Before the due date'],
  ['on_due_date', 'On the due date'],
  ['overdue', 'After the due date'],
];

interface CheckProps {
  name: string;
  isChecked: boolean;
  children: React.ReactNode;
}

function Check({ name, isChecked, children }: CheckProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        name={`isOn.${name}`}
        value="on"
        defaultChecked={isChecked}
        className="size-4.5 shrink-0"
      />
      {children}
    </label>
  );
}

interface ReminderRowProps extends Omit<CheckProps, 'children'> {
  label: string;
  days: string;
  error: string | undefined;
}

function ReminderRow({ name, label, isChecked, days, error }: ReminderRowProps) {
  return (
    <div>
      <div className="flex items-center gap-3">
        <Check name={name} isChecked={isChecked}>
          Day <span className="sr-only">{label}</span>
        </Check>
        <input
          className="field w-20 shrink-0 tabular-nums"
          type="number"
          name={name}
          min={1}
          max={180}
          defaultValue={days}
          aria-label={`Days ${label}`}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : `${name}-error`}
        />
        <span>{label}</span>
      </div>
      {error !== undefined && (
        <p id={`${name}-error`} className="mt-1 pl-[1.875rem] text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
