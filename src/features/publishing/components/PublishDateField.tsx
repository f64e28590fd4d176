import { use, useState } from 'react';
import { TextField } from '#ui/TextField.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { useAsyncAction } from '#ui/use-async-action.ts';
import type { Status } from '../contract/status.ts';
import { canPublish, type EntryActor } from '../rules/transitions.ts';
import { wallTime } from '../rules/wall-time.ts';

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
  const [typed, setTyped] = useState<string>();
  const { busy, failure, run } = useAsyncAction();
  if (publishedAt === null || status === 'scheduled' || !canPublish({ role, own: isOwn })) return null;
  const isDay = !publishedAt.includes('T');
  const current = isDay ? publishedAt : wallTime(publishedAt, timeZone);
  const shown = typed ?? current;
  return (
    <div>
      <TextField
        label="Publish date"
        name="publishAt"
        type={isDay ? 'date' : 'datetime-local'}
        hint={
          isDay
            ? 'Lists are sorted by it.'
            : `Time in ${timeZone.replaceAll('_', ' ')}. Lists and feeds are sorted by it.`
        }
        value={shown}
        error={failure?.fields.publishAt ?? failure?.message}
        onChange={event => setTyped(event.target.value)}
      />
      {shown !== current && (
        <button
          type="button"
          className="button mt-3"
          aria-disabled={busy}
          onClick={() => {
            void run(async () => {
              await onChange(shown);
              setTyped(undefined);
            });
          }}
        >
          {busy ? 'Changing…' : 'Change date'}
        </button>
      )}
    </div>
  );
}
