import { type FormEvent, useState } from 'react';
import { Form, useSubmit } from 'react-router';
import { formatPlainDate } from '#shared/time.ts';
import { type FailedSubmission, ActionForm } from '#ui/ActionForm.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import type { Draft, Schedule } from '../contract/index.ts';
import { intervalLabels } from '../rules/labels.ts';

interface DraftScheduleProps {
  draft: Draft;
  failure: FailedSubmission | undefined;
  /** Saves the draft. Returns its version, or undefined if something must be corrected. */
  save: () => Promise<number | undefined>;
}

/** Starts or resumes a recurring invoice. */
export function DraftSchedule({ draft, failure, save }: DraftScheduleProps) {
  const submit = useSubmit();
  const { schedule, today } = draft;
  const [starting, setStarting] = useState(false);
  const fields = failure?.failed.fields ?? {};
  const values = failure?.values ?? {};
  const start = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    if (starting) return;
    setStarting(true);
    const version = await save();
    if (version !== undefined) {
      data.set('version', String(version));
      await submit(data, { method: 'post', preventScrollReset: true });
    }
    setStarting(false);
  };
  return (
    <details open={schedule !== null || failure !== undefined} className="mt-6 border-t border-rule">
      <summary className="disclosure flex min-h-11 items-center justify-between gap-4 py-1.5 font-display text-small font-semibold hover:text-accent">
        Repeat this invoice
      </summary>
      <Form method="post" noValidate onSubmit={event => void start(event)} className="grid gap-5 pt-2 pb-6">
        <ScheduleState schedule={schedule} />
        <ErrorNotice message={failure?.failed.message} />
        <input type="hidden" name="intent" value="start" />
        <div className="grid gap-5 sm:grid-cols-3">
          <SelectField
            label="Repeats"
            name="repeats"
            options={intervalLabels}
            defaultValue={values.repeats ?? schedule?.repeats}
          />
          <TextField
            label="Next invoice on"
            name="startsOn"
            type="date"
            min={today}
            defaultValue={values.startsOn ?? schedule?.nextOn ?? today}
            error={fields.startsOn}
          />
          <TextField
            label="Until (optional)"
            name="endsOn"
            type="date"
            defaultValue={values.endsOn ?? schedule?.endsOn ?? ''}
            error={fields.endsOn}
          />
        </div>
        <p className="hint">
          Each invoice is issued and emailed on its day. The service dates move along. You can pause at any time.
        </p>
        <button type="submit" className="button w-fit" aria-disabled={starting || undefined}>
          {schedule ? 'Resume recurring invoice' : 'Start recurring invoice'}
        </button>
      </Form>
    </details>
  );
}

function ScheduleState({ schedule }: { schedule: Schedule | null }) {
  if (!schedule) return null;
  const { problem, isPaused, count } = schedule;
  return (
    <div className="text-small">
      <p>
        {isPaused ? 'Paused.' : 'Ended.'} {formatCount(count)}
      </p>
      <ErrorNotice className="mt-3" message={problem !== null && `The last invoice wasn’t issued. ${problem}`} />
    </div>
  );
}

const formatCount = (count: number) =>
  count === 0 ? 'No invoices issued yet.' : `${count} ${count === 1 ? 'invoice' : 'invoices'} issued so far.`;

/** Shows a running recurring invoice, which can't be edited until it's paused. */
export function RunningSchedule({ draft: { schedule, client, content } }: { draft: Draft }) {
  if (!schedule || schedule.nextOn === null) return null;
  const { repeats, nextOn, endsOn, count } = schedule;
  return (
    <div className="max-w-[42rem]">
      <dl className="border-y border-rule">
        {[
          ['Client', client.name],
          ['For', content.lines.map(({ description }) => description).join(', ')],
          ['Repeats', intervalLabels[repeats]],
          ['Next invoice', formatPlainDate(nextOn)],
          ...(endsOn === null ? [] : [['Until', formatPlainDate(endsOn)]]),
          ['Issued', formatCount(count)],
        ].map(([label, text]) => (
          <div
            key={label}
            className="grid gap-x-6 border-b border-rule py-2.5 text-small last:border-0 sm:grid-cols-[8rem_1fr]"
          >
            <dt className="text-ink-soft">{label}</dt>
            <dd className="min-w-0 [overflow-wrap:anywhere]">{text}</dd>
          </div>
        ))}
      </dl>
      <ActionForm intent="pause" label="Pause to edit" busyLabel="Pausing…" className="mt-6" />
    </div>
  );
}
