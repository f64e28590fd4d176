import { Upload as UploadIcon } from 'lucide-react';
import { type ChangeEvent, useEffect, useId, useState } from 'react';
import { Form } from 'react-router';
import { UploadList, type Uploads } from './Uploads.tsx';

interface UploadAreaProps {
  uploads: Uploads;
  /** The form field's name, and what it is called on the page. */
  name: 'picture' | 'document';
  label: string;
  accept: readonly string[];
  hint: string;
  /** What besides is to be known without script. */
  hintWithoutScript?: string;
  /** Why a form that was sent without script was refused. */
  refused?: string | undefined;
}

/** Where files are chosen, or dropped anywhere on the page. Without script it is a form that sends one. */
export function UploadArea({ uploads, name, label, accept, hint, hintWithoutScript, refused }: UploadAreaProps) {
  const id = useId();
  const over = useFilesOverPage(uploads.add);
  // One form field takes one file; the script sends each by itself.
  const [several, setSeveral] = useState(false);
  useEffect(() => setSeveral(true), []);
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    uploads.add(event.target.files ?? []);
    event.target.value = '';
  };
  return (
    <section aria-label={label} className="mt-6">
      <Form
        method="post"
        encType="multipart/form-data"
        className="rounded-control border border-dashed border-rule-strong px-5 py-5 sm:px-6"
      >
        <input type="hidden" name="intent" value="upload" />
        <label htmlFor={id} className="flex items-center gap-2.5 font-display text-small font-semibold">
          <UploadIcon className="size-4.5 shrink-0 text-accent" aria-hidden="true" />
          {label}
        </label>
        <div className="mt-3 flex flex-wrap items-center gap-3">
          <input
            id={id}
            type="file"
            name={name}
            className="file-field min-w-0 grow basis-64"
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
        <p id={`${id}-hint`} className="meta mt-3 max-w-[72ch]">
          <span className="with-script">Drop files anywhere on this page, or choose them here. </span>
          {hint}
          {hintWithoutScript && <span className="without-script"> {hintWithoutScript}</span>}
        </p>
        {refused && (
          <p id={`${id}-error`} role="alert" className="mt-2 text-small text-danger">
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
    </section>
  );
}

/** Whether files are being dragged over the page; hands them on when they are dropped, and keeps the browser from opening them. */
function useFilesOverPage(onDrop: (files: FileList) => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const withFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
    const enter = (event: DragEvent) => {
      if (!withFiles(event) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      // Leaving the window leads nowhere; from part to part of the page it leads to the next part.
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      if (!withFiles(event) || !event.dataTransfer || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      onDrop(event.dataTransfer.files);
    };
    addEventListener('dragenter', enter);
    addEventListener('dragover', enter);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragenter', enter);
      removeEventListener('dragover', enter);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [onDrop]);
  return over;
}
