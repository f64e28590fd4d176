import Plus from 'lucide-react/icons/plus';
import X from 'lucide-react/icons/x';
import { useState } from 'react';
import { formatPlainDate } from '#shared/time.ts';
import { PostForm } from '#ui/PostForm.tsx';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { TextField } from '#ui/TextField.tsx';
import { createFieldProps } from '#ui/field-props.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { useRowFocus } from '#ui/use-row-focus.ts';
import { SLOT_INTERVALS, MAX_RANGES_PER_DAY } from '../../lifecycle/contract/limits.ts';
import type { AvailabilitySettings } from '../contract.ts';
import type { TimeRange } from '../../lifecycle/contract/states.ts';
import { toTimeInputValue, formatTimeRanges, readTimeRangeInputs } from '../rules.ts';
import { weekdayNames } from '../../lifecycle/rules/calendar-view.ts';

interface FormProps {
  availability: AvailabilitySettings;
  failure: FailedSubmission | undefined;
}

export function WeeklyAvailabilityForm({ availability: { weekly, version }, failure }: FormProps) {
  return (
    <PageForm intent="hours" error={failure?.failed} submitLabel="Save hours" busyLabel="Saving…">
      <input type="hidden" name="version" value={version} readOnly />
      {weekly.map(({ weekday, ranges }, place) => {
        const name = weekdayNames[weekday - 1] ?? '';
        return (
          <fieldset
            key={weekday}
            className="grid grid-cols-1 gap-x-6 border-t border-rule pt-4 sm:max-lg:grid-cols-[7rem_minmax(0,1fr)] xl:grid-cols-[7rem_minmax(0,1fr)]"
          >
            <legend className="sr-only">{name}</legend>
            <p aria-hidden="true" className="pb-2 font-display text-small font-semibold sm:max-lg:pt-3 xl:pt-3">
              {name}
            </p>
            <TimeRangeFields
              // A change of another form or day keeps what is typed here.
              key={JSON.stringify(ranges)}
              prefix={String(weekday)}
              label={name}
              failure={failure}
              saved={ranges}
              errorPrefix={`weekly.${place}.`}
            />
          </fieldset>
        );
      })}
      <p className="hint">For the end of the day, use midnight (00:00 or 12:00 AM). Blank rows are ignored.</p>
    </PageForm>
  );
}

export function CopyDayForm({ availability: { version }, failure }: FormProps) {
  return (
    <Disclosure label="Copy hours to other days" className="mt-6 border-y border-rule" open={failure !== undefined}>
      <PageForm intent="copy" error={failure?.failed} resetsWhenDone submitLabel="Copy hours" busyLabel="Copying…">
        <input type="hidden" name="version" value={version} readOnly />
        <SelectField
          label="Copy from"
          name="source"
          hint="Uses the last saved hours."
          defaultValue="1"
          error={undefined}
          options={Object.fromEntries(weekdayNames.map((name, place) => [place + 1, name]))}
        />
        <fieldset>
          <legend className="mb-1.5 font-display text-small font-semibold">Copy to</legend>
          <ul className="grid gap-x-6 sm:grid-cols-2">
            {weekdayNames.map((name, place) => (
              <li key={name}>
                <label className="inline-flex min-h-11 items-center gap-3 text-small">
                  <input type="checkbox" name="target" value={place + 1} className="size-5" /> {name}
                </label>
              </li>
            ))}
          </ul>
        </fieldset>
      </PageForm>
    </Disclosure>
  );
}

export function DateOverrideForm({ availability: { today, overrides }, failure }: FormProps) {
  const field = createFieldProps(failure);
  return (
    <>
      {overrides.length === 0 ? (
        <p className="text-small text-ink-soft">
          No date overrides yet. Add one for a holiday or a day with different hours.
        </p>
      ) : (
        <ul className="border-t border-rule">
          {overrides.map(({ date, ranges, note }) => (
            <li key={date} className="flex flex-wrap items-center justify-between gap-x-4 border-b border-rule py-1.5">
              <p className="min-w-0 text-small wrap-anywhere">
                <span className="font-display font-semibold">{formatPlainDate(date)}</span> {formatTimeRanges(ranges)}
                {note && <span className="text-ink-soft"> · {note}</span>}
              </p>
              <PostForm className="contents" preventScrollReset>
                <input type="hidden" name="intent" value="remove-override" />
                <input type="hidden" name="day" value={date} />
                <button
                  type="submit"
                  className="inline-flex min-h-11 items-center px-2 text-small text-danger hover:underline"
                  aria-label={`Remove override for ${formatPlainDate(date)}`}
                >
                  Remove
                </button>
              </PostForm>
            </li>
          ))}
        </ul>
      )}
      <div className="mt-8 [&>form]:mt-0">
        <PageForm
          intent="add-override"
          error={failure?.failed}
          submitLabel="Add override"
          busyLabel="Adding…"
          resetsWhenDone
        >
          <div className="grid gap-6 sm:grid-cols-2">
            <TextField label="First day" type="date" min={today} {...field('from')} />
            <TextField
              label="Last day"
              type="date"
              min={today}
              hint="Leave blank for a single day."
              {...field('until')}
            />
          </div>
          <fieldset>
            <legend className="mb-1.5 font-display text-small font-semibold">Hours on these days</legend>
            <p className="hint mb-2">Leave blank to make these days unavailable.</p>
            <TimeRangeFields prefix="override" label="these days" failure={failure} errorPrefix="ranges" />
          </fieldset>
          <TextField
            label="Note"
            hint="Only you can see this. For example: Holiday."
            maxLength={200}
            autoComplete="off"
            {...field('note')}
          />
        </PageForm>
      </div>
    </>
  );
}

const numberFields: readonly { name: keyof AvailabilitySettings['settings']; label: string; hint?: string }[] = [
  { name: 'bufferBeforeMinutes', label: 'Buffer before (minutes)' },
  { name: 'bufferAfterMinutes', label: 'Buffer after (minutes)' },
  { name: 'minimumNoticeHours', label: 'Minimum notice (hours)', hint: 'The shortest time between booking and start.' },
  {
    name: 'minimumChangeNoticeHours',
    label: 'Change notice (hours)',
    hint: 'Clients can reschedule or cancel until this long before the start.',
  },
  { name: 'bookingWindowDays', label: 'Booking window (days)', hint: 'How far ahead clients can book.' },
  { name: 'maxBookingsPerDay', label: 'Maximum bookings per day' },
];

export function BookingSettingsForm({ availability: { settings, version }, failure }: FormProps) {
  const field = createFieldProps(failure, settings);
  return (
    <PageForm intent="rules" error={failure?.failed} submitLabel="Save rules" busyLabel="Saving…">
      <input type="hidden" name="version" value={version} readOnly />
      <div className="grid gap-6 sm:grid-cols-2">
        {numberFields.map(props => (
          <TextField key={props.name} inputMode="numeric" autoComplete="off" {...props} {...field(props.name)} />
        ))}
      </div>
      <SelectField
        label="Time slot interval"
        options={Object.fromEntries(SLOT_INTERVALS.map(minutes => [minutes, `${minutes} minutes`]))}
        {...field('slotIntervalMinutes')}
      />
      <TextField
        label="Location"
        hint="For example, a video call link. Clients see it once their booking is confirmed."
        maxLength={500}
        autoComplete="off"
        {...field('meetingLocation')}
      />
    </PageForm>
  );
}

interface TimeRangeFieldsProps {
  /** Prefix of the field names. */
  prefix: string;
  /** For screen readers, such as "Monday". */
  label: string;
  failure: FailedSubmission | undefined;
  saved?: readonly TimeRange[];
  /** Name prefix of the fields whose errors are shown. */
  errorPrefix: string;
}

/** Editable time ranges of a day. */
function TimeRangeFields({ prefix, label, failure, saved = [], errorPrefix }: TimeRangeFieldsProps) {
  const [parts, setParts] = useState(() => {
    const ranges = failure
      ? readTimeRangeInputs(failure.values, prefix, MAX_RANGES_PER_DAY)
      : saved.map(hours => ({ from: toTimeInputValue(hours.startMinute), until: toTimeInputValue(hours.endMinute) }));
    return ranges.map((part, place) => ({ ...part, place }));
  });
  const list = useRowFocus<HTMLDivElement>(parts.length);
  const [errorName = '', error] =
    Object.entries(failure?.failed.fields ?? {}).find(([name]) => name.startsWith(errorPrefix)) ?? [];
  const errorPlace = /ranges\.(\d+)/.exec(errorName)?.[1];
  const next = parts.reduce((most, { place }) => Math.max(most, place + 1), 0);
  const errorId = `${prefix}-error`;
  const field = (name: string, accessibleName: string, value: string, hasError: boolean) => (
    <input
      className="field max-w-36 min-w-0 max-sm:px-2 max-[26rem]:[&::-webkit-calendar-picker-indicator]:hidden"
      type="time"
      name={name}
      aria-label={accessibleName}
      defaultValue={value}
      aria-invalid={hasError || undefined}
      aria-describedby={hasError ? errorId : undefined}
    />
  );
  return (
    <div ref={list} className="grid grid-cols-1 gap-2">
      {parts.map(({ place, from, until }, index) => {
        const hasError = error !== undefined && (errorPlace === undefined || Number(errorPlace) === place);
        return (
          <div key={place} className="flex items-center gap-2 max-[22rem]:gap-1">
            {field(`${prefix}.${place}.from`, `${label}, time range ${index + 1}, start`, from, hasError)}
            <span aria-hidden="true">–</span>
            {field(`${prefix}.${place}.until`, `${label}, time range ${index + 1}, end`, until, hasError)}
            <button
              type="button"
              className="inline-flex size-11 shrink-0 items-center justify-center rounded-control text-ink-soft hover:bg-raised hover:text-ink"
              aria-label={`Remove time range ${index + 1} from ${label}`}
              onClick={() => setParts(before => before.filter(part => part.place !== place))}
            >
              <X className="size-4" aria-hidden="true" />
            </button>
          </div>
        );
      })}
      {parts.length === 0 && <p className="py-2 text-small text-ink-soft">Unavailable</p>}
      {parts.length < MAX_RANGES_PER_DAY && (
        <button
          type="button"
          className="hint inline-flex min-h-11 items-center gap-1.5 justify-self-start hover:text-accent"
          aria-label={`Add hours to ${label}`}
          data-add-row=""
          onClick={() => setParts(before => [...before, { from: '', until: '', place: next }])}
        >
          <Plus className="size-4" aria-hidden="true" /> Add hours
        </button>
      )}
      {error && (
        <p id={errorId} className="text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}
