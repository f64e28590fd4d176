import { useId } from 'react';
import type { Api } from '#shared/api.ts';

/** Files that come with a brief. */
export function BriefFiles({ error }: { error: string | undefined }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-display text-small font-semibold">
        Files (optional)
      </label>
      <input
        id={id}
        type="file"
        name="file"
        multiple
        className="file-field max-w-full"
        aria-describedby={error ? `${id}-hint ${id}-error` : `${id}-hint`}
        aria-invalid={error ? true : undefined}
      />
      <p id={`${id}-hint`} className="meta mt-1.5">
        Of any kind, 20 MB together. More can follow on the order’s page.
      </p>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-small text-danger">
          {error}
        </p>
      )}
    </div>
  );
}

/** Sends the files that were chosen with a brief; how many could not be kept. */
export async function sendBriefFiles(api: Api, order: string, files: readonly File[]): Promise<number> {
  let lost = 0;
  for (const file of files) {
    const query = { purpose: 'brief' as const, name: file.name };
    await api.orders.addFile({ params: { order }, query, body: file }).catch(() => (lost += 1));
  }
  return lost;
}
