import { use } from 'react';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { formatTimeZone } from '#shared/time.ts';
import type { Status } from '../contract/status.ts';
import { canPublish, type EntryActor } from '../rules/transitions.ts';
import { wallTime } from '../rules/wall-time.ts';
import { SavedField } from './EntrySettings.tsx';

interface PublishDateFieldProps {
  draft: {
    readonly isOwn: boolean;
    readonly status: Status;
    /** An instant or a day. */
    readonly publishedAt: string | null;
  };
  role: EntryActor['role'];
  /** Saves a day, or wall time in the site's time zone such as 2026-12-01T09:00. */
  onChange: (publishAt: string) => Promise<unknown>;
}

/** Edits the date that a published text is listed under. It is saved immediately, like the slug. */
export function PublishDateField({ draft: { isOwn, status, publishedAt }, role, onChange }: PublishDateFieldProps) {
  const { timeZone } = use(siteMetaContext);
  if (publishedAt === null || status === 'scheduled' || !canPublish({ role, own: isOwn })) return null;
  const isDay = !publishedAt.includes('T');
  return (
    <SavedField
      label="Publish date"
      name="publishAt"
      type={isDay ? 'date' : 'datetime-local'}
      hint={
        isDay
          ? 'Determines the order in lists.'
          : `Time zone: ${formatTimeZone(timeZone)}. Determines the order in lists and feeds.`
      }
      current={isDay ? publishedAt : wallTime(publishedAt, timeZone)}
      saveLabel="Change date"
      onSave={onChange}
    />
  );
}
