import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useBeforeUnload, useNavigate } from 'react-router';
import { useUpload } from '#platform/pages/api-hooks.ts';
import { ApiError } from '#shared/errors.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { createRandomId } from '#shared/random-id.ts';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import { toast } from '#ui/toast.ts';

const HINT = 'A ZIP archive of any size, a Ghost export (JSON) or a WordPress export (XML).';

/** Uploads an archive with progress, also while the user visits other pages. Nothing is imported yet. */
export function ArchiveUploadForm() {
  const upload = useUpload();
  const navigate = useNavigate();
  const [progress, setProgress] = useState<number>();
  const [error, setError] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const controller = useRef<AbortController>(undefined);
  const id = useId();
  const sending = progress !== undefined;
  const percent = Math.round((progress ?? 0) * 100);
  useEffect(() => {
    if (error) input.current?.focus();
  }, [error]);
  useBeforeUnload(useCallback(event => sending && event.preventDefault(), [sending]));

  const send = (event: FormEvent) => {
    event.preventDefault();
    if (sending) return;
    const file = input.current?.files?.[0];
    if (!file) {
      setError('Choose an archive.');
      input.current?.focus();
      return;
    }
    const importId = createRandomId(8);
    const path = withQuery(dashboardPaths.importUpload(importId), { fileName: nameOf(file) });
    setProgress(0);
    setError(undefined);
    controller.current = new AbortController();
    upload(path, new Blob([file], { type: 'application/octet-stream' }), {
      method: 'PUT',
      onProgress: setProgress,
      signal: controller.current.signal,
      anySize: true,
    })
      .then(() => {
        // Without the field, the user has left the page.
        if (input.current) return navigate(dashboardPaths.importDetails(importId));
        toast.success('Archive uploaded. Preview it under Import & export.', { duration: 8000 });
        return undefined;
      })
      .catch((reason: unknown) => {
        const message = ApiError.is(reason) ? reason.message : 'Something went wrong. Try again.';
        if (!input.current) toast.error(message);
        setError(message);
        setProgress(undefined);
      });
  };
  return (
    <form className="grid gap-6" noValidate onSubmit={send}>
      <FormField id={id} label="Archive" hint={HINT} error={error}>
        <input
          ref={input}
          id={id}
          type="file"
          name="archive"
          className="file-field"
          accept=".zip,.json,.xml,application/zip,application/json,text/xml"
          onChange={() => setError(undefined)}
          {...getAriaProps({ id, hint: HINT, error })}
        />
      </FormField>
      <div className="flex flex-wrap gap-4">
        <button type="submit" className="button button-primary" aria-disabled={sending || undefined}>
          {sending ? 'Uploading…' : 'Upload and preview'}
        </button>
        {sending && percent < 100 && (
          <button type="button" className="button" onClick={() => controller.current?.abort()}>
            Cancel upload
          </button>
        )}
      </div>
      {sending && (
        <div>
          <progress className="progress" max={100} value={percent} aria-label="Upload" />
          <p className="hint mt-1">{percent < 100 ? `${percent}% uploaded` : 'Uploaded. Reading the archive…'}</p>
        </div>
      )}
      <output className="sr-only">
        {progress !== undefined && progress >= 1 ? 'Uploaded. Reading the archive…' : ''}
      </output>
    </form>
  );
}

const nameOf = (file: File) => file.name.replaceAll(/\p{Cc}/gu, '').slice(0, 200);
