import { use, useState } from 'react';
import { Field } from '#ui/Field.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { useTask } from '#ui/use-task.ts';
import { wallTime } from '../rules/wall-time.ts';

interface PublishDateFieldProps {
  publishedAt: string;
  /** Saves wall time in the site's zone, such as 2026-12-01T09:00. */
  onChange: (at: string) => Promise<unknown>;
}

/** The date that a published text is listed under. It is changed immediately, like the address. */
export function PublishDateField({ publishedAt, onChange }: PublishDateFieldProps) {
  const { timeZone } = use(siteMetaContext);
  const current = wallTime(publishedAt, timeZone);
  const [typed, setTyped] = useState<string>();
  const { busy, failure, run } = useTask();
  const shown = typed ?? current;
  return (
    <div>
      <Field
        label="Publish date"
        name="publishedAt"
        type="datetime-local"
        hint={`Time in ${timeZone.replaceAll('_', ' ')}. Lists and feeds are sorted by it.`}
        value={shown}
        error={failure?.fields.at ?? failure?.message}
        onChange={event => setTyped(event.target.value)}
      />
      {shown !== current && (
        <button
          type="button"
          className="button with-script mt-3"
          aria-disabled={busy}
          onClick={() => {
            void run(async () => {
              await onChange(shown);
              setTyped(undefined);
            });
          }}
        >
          {busy ? 'Changing…' : 'Change the date'}
        </button>
      )}
    </div>
  );
}
