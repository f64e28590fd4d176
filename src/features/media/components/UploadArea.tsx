import UploadIcon from 'lucide-react/icons/upload';
import { type ChangeEvent, useId, useSyncExternalStore } from 'react';
import { Form } from 'react-router';
import { useFileDrop } from '../hooks/use-file-drop.ts';
import { UploadList, type UploadQueue } from '../hooks/use-uploads.tsx';

const nothingChanges = () => () => {};

interface UploadAreaProps {
  uploads: UploadQueue;
  /** The form field's name. */
  name: 'picture' | 'document';
  label: string;
  accept: readonly string[];
  hint: string;
  /** Additional hint without JavaScript. */
  hintWithoutScript?: string;
  /** Why a form sent without JavaScript was rejected. */
  refused?: string | undefined;
}

/** Upload by file dialog or by dropping files anywhere on the page. Without JavaScript, a form uploads one file. */
export function UploadArea({ uploads, name, label, accept, hint, hintWithoutScript, refused }: UploadAreaProps) {
  const id = useId();
  const over = useFileDrop(uploads.add);
  // Without JavaScript the form sends one file; the script sends several, one per request.
  const several = useSyncExternalStore(
    nothingChanges,
    () => true,
    () => false,
  );
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    uploads.add(event.target.files ?? []);
    event.target.value = '';
  };
  return (
    <div className="@container mt-6">
      <Form
        method="post"
        encType="multipart/form-data"
        className="grid gap-x-10 gap-y-3 rounded-control border border-dashed border-rule-strong px-5 py-5 @3xl:grid-cols-[auto_minmax(0,1fr)] @3xl:items-center"
      >
        <input type="hidden" name="intent" value="upload" />
        <div className="min-w-0">
          <label htmlFor={id} className="flex items-center gap-2.5 font-display text-small font-semibold">
            <UploadIcon className="size-4.5 shrink-0 text-accent" aria-hidden="true" />
            {label}
          </label>
          <div className="mt-3 flex flex-wrap items-center gap-3">
            <input
              id={id}
              type="file"
              name={name}
              className="file-field max-w-72 min-w-0"
              multiple={several}
              accept={accept.join(',')}
              aria-describedby={refused ? `${id}-hint ${id}-error` : `${id}-hint`}
              aria-invalid={refused ? true : undefined}
              onChange={choose}
            />
            <button type="submit" className="button without-script">
              Upload
            </button>
          </div>
        </div>
        <p id={`${id}-hint`} className="meta max-w-[72ch]">
          <span className="with-script">Drop files anywhere on this page, or choose them. </span>
          {hint}
          {hintWithoutScript && <span className="without-script"> {hintWithoutScript}</span>}
        </p>
        {refused && (
          <p id={`${id}-error`} role="alert" className="text-small text-danger @3xl:col-span-2">
            {refused}
          </p>
        )}
      </Form>
      <UploadList uploads={uploads} />
      {over && (
        <div className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-control border-2 border-dashed border-accent bg-ground/90">
          <p className="text-lead font-semibold text-accent">Drop to upload</p>
        </div>
      )}
    </div>
  );
}
