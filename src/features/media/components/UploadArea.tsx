import UploadIcon from 'lucide-react/icons/upload';
import { type ChangeEvent, useId } from 'react';
import { useFileDrop } from '../hooks/use-file-drop.ts';
import { UploadList, type UploadQueue } from '../hooks/use-uploads.tsx';

type UploadAreaProps = { uploads: UploadQueue; label: string; accept: readonly string[]; hint: string };

/** Upload by file dialog or by dropping files anywhere on the page. */
export function UploadArea({ uploads, label, accept, hint }: UploadAreaProps) {
  const id = useId();
  const isDragging = useFileDrop(uploads.add);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    uploads.add(event.target.files ?? []);
    event.target.value = '';
  };
  return (
    <div className="@container mt-6">
      <div className="grid gap-x-10 gap-y-3 rounded-control border border-dashed border-rule-strong px-5 py-5 @3xl:grid-cols-[auto_minmax(0,1fr)] @3xl:items-center">
        <div className="min-w-0">
          <label htmlFor={id} className="flex items-center gap-2.5 font-display text-small font-semibold">
            <UploadIcon className="size-4.5 shrink-0 text-accent" aria-hidden="true" />
            {label}
          </label>
          <input
            id={id}
            type="file"
            className="file-field mt-3 max-w-72 min-w-0"
            multiple
            accept={accept.join(',')}
            aria-describedby={`${id}-hint`}
            onChange={choose}
          />
        </div>
        <p id={`${id}-hint`} className="hint max-w-[72ch]">
          Choose files, or drop them anywhere on this page. {hint}
        </p>
      </div>
      <UploadList uploads={uploads} />
      {isDragging && (
        <div className="pointer-events-none fixed inset-3 z-40 grid place-items-center rounded-control border-2 border-dashed border-accent bg-ground/90">
          <p className="text-lead font-semibold text-accent">Drop to upload</p>
        </div>
      )}
    </div>
  );
}
