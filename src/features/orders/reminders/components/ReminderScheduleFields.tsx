import type { ReactNode } from 'react';
import type { ReminderSchedule } from '#features/clients/contract/reminder-schedule.ts';
import type { FailedSubmission } from '#ui/ActionForm.tsx';

/** The reminders with a number of days: the name of the field, the meaning of the days, and a suggestion. */
const rows = [
  ['daysBefore', 'before the due date', 2],
  ['daysAfter.0', 'after the due date', 3],
  ['daysAfter.1', 'after the due date', 7],
  ['daysAfter.2', 'after the due date', 14],
] as const;

/** Reads the schedule from the form. */
export function readReminderSchedule(form: ReadonlyMap<string, string>): ReminderSchedule {
  const isOn = (name: string) => form.get(`isOn.${name}`) === 'on';
  // An empty field is zero days, which the API rejects.
  const days = (name: string) => (isOn(name) ? Number(form.get(name) || 0) : null);
  return {
    daysBefore: days('daysBefore'),
    isOnDueDate: isOn('dueDate'),
    daysAfter: [days('daysAfter.0'), days('daysAfter.1'), days('daysAfter.2')],
    warnsOfLateFee: isOn('lateFee'),
  };
}

interface ReminderScheduleFieldsProps {
  schedule: ReminderSchedule;
  /** From the payment terms for new orders. */
  lateFeeAfterDays: number;
  failure: FailedSubmission | undefined;
  /** Prefix of the field names in errors. */
  errorPrefix?: string;
}

/** The fields of a schedule of payment reminders. */
export function ReminderScheduleFields({
  schedule: { daysBefore, isOnDueDate, daysAfter, warnsOfLateFee },
  lateFeeAfterDays,
  failure,
  errorPrefix = '',
}: ReminderScheduleFieldsProps) {
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
        error={failure?.failed.fields[errorPrefix + name]}
      />
    );
  };
  const [before, ...after] = rows.map(toRow);
  return (
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
  );
}

interface CheckProps {
  name: string;
  isChecked: boolean;
  children: ReactNode;
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
