import { type FormEvent, type ReactNode, use, useState } from 'react';
import { ModalDialog } from '#ui/ModalDialog.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import type { PublishingTransition } from '../contract/status.ts';
import { wallTime } from '../rules/wall-time.ts';

interface PublishDialogProps {
  /** What to check before publishing; null if nothing. */
  warning: string | null;
  /** The scheduled instant, and the instant it was published. */
  scheduledFor: string | null;
  publishedAt: string | null;
  /** Publishes, schedules or unschedules; `publishAt` is wall time in the site's time zone, such as 2026-12-01T09:00. */
  onTransition: (
    transition: Extract<PublishingTransition, 'publish' | 'schedule' | 'unschedule'>,
    publishAt?: string,
  ) => Promise<void>;
  onClose: () => void;
}

type When = 'now' | 'later' | 'earlier' | 'never';

/** Asks when to publish: now, later, or now under an earlier date. */
export function PublishDialog({ warning, scheduledFor, publishedAt, onTransition, onClose }: PublishDialogProps) {
  const { timeZone } = use(siteMetaContext);
  const [when, setWhen] = useState<When>(scheduledFor ? 'later' : 'now');
  const [later, setLater] = useState(() => wallTime(scheduledFor ?? tomorrow(), timeZone));
  const [earlier, setEarlier] = useState(() => wallTime(publishedAt ?? new Date().toISOString(), timeZone));
  const { busy, failure, run } = useAsyncAction();
  const send = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      if (when === 'later') await onTransition('schedule', later);
      else if (when === 'never') await onTransition('unschedule');
      else await onTransition('publish', when === 'earlier' ? earlier : undefined);
      onClose();
    });
  };
  const dateError = failure?.fields.publishAt;
  const renderOption = (value: When, label: string, time?: ReactNode) => (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input type="radio" name="when" className="size-4.5" checked={when === value} onChange={() => setWhen(value)} />
        {label}
      </label>
      {time && when === value && <div className="mt-1 pl-7.5">{time}</div>}
    </div>
  );
  return (
    <ModalDialog title="Publish" onClose={onClose}>
      <form className="mt-5 grid gap-4" onSubmit={send} noValidate>
        <FormErrorMessage failure={dateError ? undefined : failure} />
        {warning && <p className="border-l-2 border-accent pl-4 text-small">{warning}</p>}
        {renderOption('now', publishedAt ? 'Now, with its original date' : 'Now')}
        {renderOption(
          'later',
          'Schedule',
          <Time value={later} timeZone={timeZone} error={dateError} onChange={setLater} />,
        )}
        {renderOption(
          'earlier',
          'Backdate',
          <Time value={earlier} timeZone={timeZone} error={dateError} onChange={setEarlier} />,
        )}
        {scheduledFor && renderOption('never', 'Unschedule')}
        <div className="mt-2 flex flex-wrap gap-3">
          <button type="submit" className="button button-primary" aria-disabled={busy}>
            {busy ? submitLabels[when][1] : submitLabels[when][0]}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}

/** The button's label and its label while busy. */
const submitLabels: Readonly<Record<When, readonly [label: string, busy: string]>> = {
  now: ['Publish', 'Publishing…'],
  later: ['Schedule', 'Scheduling…'],
  earlier: ['Publish', 'Publishing…'],
  never: ['Unschedule', 'Saving…'],
};

interface TimeProps {
  value: string;
  timeZone: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Time({ value, timeZone, error, onChange }: TimeProps) {
  return (
    <label className="block">
      <span className="sr-only">Date and time</span>
      <input
        type="datetime-local"
        className="field"
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby="time-zone"
        onChange={event => onChange(event.target.value)}
      />
      <span id="time-zone" className="meta mt-1.5 block">
        Time zone: {timeZone.replaceAll('_', ' ')}
      </span>
      {error && <span className="mt-1.5 block text-small text-danger">{error}</span>}
    </label>
  );
}

function tomorrow(): string {
  const next = new Date(Date.now() + 24 * 3600 * 1000);
  next.setMinutes(0);
  return next.toISOString();
}
