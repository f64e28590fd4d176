import { type FormEvent, type ReactNode, use, useState } from 'react';
import type { Picture } from '#shared/contract.ts';
import { pictureFile, pictureWidths } from '#shared/paths.ts';
import { formatTimeZone } from '#shared/time.ts';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { ModalDialog } from '#ui/ModalDialog.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { TextField } from '#ui/TextField.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import type { TransitionOptions } from '../contract/editing-client.ts';
import type { PublishingTransition } from '../contract/status.ts';
import { missingAltSentence, type PictureWithoutAlt } from '../rules/alternative-texts.ts';
import { wallTime } from '../rules/wall-time.ts';
import { SeoPreviews, type SeoPreviewsProps } from './SeoPreviews.tsx';

export interface PublishDialogProps {
  noun: 'post' | 'project';
  preview: SeoPreviewsProps;
  picturesWithoutAlt: readonly PictureWithoutAlt[];
  /** Whether a scheduled post will also be sent as a newsletter. */
  sendsNewsletter: boolean;
  /** The scheduled instant, and the instant it was published. */
  scheduledFor: string | null;
  publishedAt: string | null;
  /** Publishes, schedules or unschedules; `publishAt` is wall time in the site's time zone, such as 2026-12-01T09:00. */
  onTransition: (
    transition: Extract<PublishingTransition, 'publish' | 'schedule' | 'unschedule'>,
    options?: TransitionOptions,
  ) => Promise<void>;
  /** Shows a picture so its alt text can be added. Called after the dialog has closed. */
  onGoToPicture: (picture: PictureWithoutAlt) => void;
  /** Renders further fields. */
  renderFields: ((publishing: PublishFieldsContext) => ReactNode) | undefined;
  onClose: () => void;
}

export interface PublishFieldsContext {
  readonly isScheduled: boolean;
  readonly sendsNewsletter: boolean;
  readonly onSendsNewsletter: (sendsNewsletter: boolean) => void;
}

type When = 'now' | 'later' | 'earlier' | 'never';

/** Asks when to publish: now, later, or now under an earlier date. */
export function PublishDialog(props: PublishDialogProps) {
  const { preview, picturesWithoutAlt, scheduledFor, publishedAt, onTransition, onClose } = props;
  const { timeZone } = use(siteMetaContext);
  const [when, setWhen] = useState<When>(scheduledFor ? 'later' : 'now');
  const [later, setLater] = useState(() => wallTime(scheduledFor ?? tomorrow(), timeZone));
  const [earlier, setEarlier] = useState(() => wallTime(publishedAt ?? new Date().toISOString(), timeZone));
  const [sendsNewsletter, onSendsNewsletter] = useState(props.sendsNewsletter);
  const { busy, failure, setFailure, run } = useAsyncAction();
  const newsletter = props.renderFields ? { sendsNewsletter } : {};
  const send = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      if (when === 'later') await onTransition('schedule', { publishAt: later, ...newsletter });
      else if (when === 'never') await onTransition('unschedule');
      else await onTransition('publish', { ...(when === 'earlier' ? { publishAt: earlier } : {}), ...newsletter });
      onClose();
    });
  };
  const dateError = failure?.fields.publishAt;
  const renderOption = (value: When, label: string, time?: ReactNode) => (
    <div>
      <label className="flex min-h-11 cursor-pointer items-center gap-3">
        <input
          type="radio"
          name="when"
          className="size-4.5"
          checked={when === value}
          onChange={() => {
            setWhen(value);
            setFailure(undefined);
          }}
        />
        {label}
      </label>
      {time && when === value && <div className="mt-1 pl-7.5">{time}</div>}
    </div>
  );
  return (
    <ModalDialog title={`Publish ${props.noun}`} wide onClose={onClose}>
      <form className="publish-form mt-5" onSubmit={send} noValidate>
        <div className="grid grid-cols-1 content-start gap-6">
          <FormErrorMessage failure={dateError ? undefined : failure} />
          <fieldset className="grid min-w-0 grid-cols-1 gap-1">
            <legend className="sr-only">When to publish</legend>
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
          </fieldset>
          {when !== 'never' &&
            props.renderFields?.({ isScheduled: when === 'later', sendsNewsletter, onSendsNewsletter })}
          {picturesWithoutAlt.length > 0 && (
            <MissingAlts
              pictures={picturesWithoutAlt}
              cover={preview.cover}
              onGoTo={picture => {
                onClose();
                // The dialog returns the focus when it closes.
                setTimeout(() => props.onGoToPicture(picture));
              }}
            />
          )}
        </div>
        <section aria-label="Preview" className="grid grid-cols-1 content-start gap-4">
          <SeoPreviews {...preview} />
        </section>
        <div className="publish-buttons flex flex-wrap gap-3">
          <button type="submit" className="button button-primary" aria-disabled={busy}>
            {submitLabels[when][busy ? 1 : 0]}
            {sendsNewsletter && !busy && newsletterLabels[when]}
          </button>
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}

interface MissingAltsProps {
  pictures: readonly PictureWithoutAlt[];
  cover: Picture | null;
  onGoTo: (picture: PictureWithoutAlt) => void;
}

/** Warns about pictures without alt text, each with a button that leads to it. */
function MissingAlts({ pictures, cover, onGoTo }: MissingAltsProps) {
  return (
    <div className="border-l-2 border-accent pl-4">
      <p className="text-small">{missingAltSentence(pictures.length)}</p>
      <ul className="mt-2 -mb-1 flex max-h-44 flex-wrap gap-2 overflow-y-auto p-1">
        {pictures.map(picture => {
          const isCover = picture.index === undefined;
          const url = isCover && cover ? pictureFile(cover.id, pictureWidths[0], 'webp') : picture.url;
          return (
            <li key={picture.index ?? 'cover'}>
              <button type="button" className="button" onClick={() => onGoTo(picture)}>
                {url?.startsWith('/') && <img src={url} alt="" className="-ml-2 size-6 object-cover" />}
                {picture.index === undefined ? 'Go to cover' : `Go to image ${picture.index + 1}`}
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The button's label and its label while busy. */
const submitLabels: Readonly<Record<When, readonly [label: string, busy: string]>> = {
  now: ['Publish', 'Publishing…'],
  later: ['Schedule', 'Scheduling…'],
  earlier: ['Publish', 'Publishing…'],
  never: ['Unschedule', 'Saving…'],
};

/** Follows the button's label if a newsletter is also sent. */
const newsletterLabels: Readonly<Record<When, string>> = {
  now: ' and send newsletter',
  later: ' with newsletter',
  earlier: ' and send newsletter',
  never: '',
};

interface TimeProps {
  value: string;
  timeZone: string;
  error: string | undefined;
  onChange: (value: string) => void;
}

function Time({ value, timeZone, error, onChange }: TimeProps) {
  return (
    <TextField
      label="Date and time"
      name="publishAt"
      type="datetime-local"
      value={value}
      hint={`Time zone: ${formatTimeZone(timeZone)}`}
      error={error}
      onChange={event => onChange(event.target.value)}
    />
  );
}

function tomorrow(): string {
  const next = new Date(Date.now() + 24 * 3600 * 1000);
  next.setMinutes(0);
  return next.toISOString();
}
