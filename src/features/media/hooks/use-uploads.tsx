import RotateCcw from 'lucide-react/icons/rotate-ccw';
import X from 'lucide-react/icons/x';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError } from '#shared/errors.ts';
import type { UploadFile } from './use-file-upload.ts';

interface Upload {
  readonly key: number;
  readonly file: File;
  readonly state: 'pending' | 'uploading' | 'done' | 'failed';
  /** Share sent, from 0 to 1. */
  readonly progress: number;
  /** Why the upload was rejected. */
  readonly errorMessage?: string;
  /** Whether retrying the same file can help. */
  readonly canRetry?: boolean;
}

export type UploadQueue = ReturnType<typeof useUploads>;

interface UploadsOptions<Result> {
  readonly send: UploadFile<Result>;
  /** Returns the problem with a file, as far as the browser can detect it before upload. */
  readonly validate: (file: File) => string | undefined;
  readonly onDone: (result: Result) => void;
}

/** Simultaneous uploads; the server decodes pictures one at a time. */
const CONCURRENCY = 2;

/** Milliseconds for which a finished upload stays visible. */
const DONE_DURATION = 2500;

/** Uploads several files with progress; a rejected file doesn't stop the others. */
export function useUploads<Result>({ send, validate, onDone }: UploadsOptions<Result>) {
  const [list, setList] = useState<readonly Upload[]>([]);
  const next = useRef(0);
  const running = useRef(new Map<number, AbortController>());
  const change = useCallback((key: number, changed: Partial<Upload>) => {
    setList(previous => previous.map(upload => (upload.key === key ? { ...upload, ...changed } : upload)));
  }, []);
  /** Removes an upload from the list, and aborts it if it is in progress. */
  const remove = useCallback((key: number) => {
    running.current.get(key)?.abort();
    setList(previous => previous.filter(upload => upload.key !== key));
  }, []);

  const begin = useCallback(
    async ({ key, file }: Upload) => {
      const controller = new AbortController();
      running.current.set(key, controller);
      change(key, { state: 'uploading', progress: 0 });
      try {
        const result = await send(file, progress => change(key, { progress }), controller.signal);
        change(key, { state: 'done', progress: 1 });
        setTimeout(() => remove(key), DONE_DURATION);
        onDone(result);
      } catch (error) {
        const errorMessage = ApiError.is(error) ? error.message : 'The upload failed.';
        // Retrying can't fix a problem of the file itself.
        const canRetry =
          !ApiError.is(error) || typeof error.status === 'string' || ![400, 413, 415].includes(error.status);
        change(key, { state: 'failed', errorMessage, canRetry });
      } finally {
        running.current.delete(key);
        // Triggers the search for the next upload.
        setList(previous => [...previous]);
      }
    },
    [change, remove, onDone, send],
  );

  useEffect(() => {
    const freeSlots = CONCURRENCY - running.current.size;
    for (const upload of list.filter(({ state }) => state === 'pending').slice(0, Math.max(0, freeSlots)))
      void begin(upload);
  }, [list, begin]);
  useEffect(() => {
    const controllers = running.current;
    return () => controllers.forEach(controller => controller.abort());
  }, []);

  const add = useCallback(
    (files: Iterable<File>) => {
      const added = [...files].map((file): Upload => {
        const errorMessage = validate(file);
        const upload = { key: next.current++, file, progress: 0 };
        return errorMessage
          ? { ...upload, state: 'failed', errorMessage, canRetry: false }
          : { ...upload, state: 'pending' };
      });
      setList(previous => [...previous, ...added]);
    },
    [validate],
  );
  const retry = useCallback((key: number) => change(key, { state: 'pending', progress: 0 }), [change]);
  return { list, add, retry, remove };
}

/** Shows every upload with its progress and result. */
export function UploadList({ uploads, label = 'Uploads' }: { uploads: UploadQueue; label?: string }) {
  return (
    <div aria-live="polite">
      {uploads.list.length > 0 && (
        <ul aria-label={label} className="mt-4 grid gap-px border-y border-rule bg-rule">
          {uploads.list.map(upload => (
            <UploadLine key={upload.key} upload={upload} uploads={uploads} />
          ))}
        </ul>
      )}
    </div>
  );
}

function UploadLine({ upload, uploads }: { upload: Upload; uploads: UploadQueue }) {
  const { key, file, state, progress, errorMessage, canRetry } = upload;
  const percent = Math.round(progress * 100);
  const icon = 'grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-raised hover:text-ink';
  return (
    <li className="flex min-w-0 items-center gap-3 bg-ground py-2">
      <div className="min-w-0 grow">
        <div className="flex items-baseline justify-between gap-4">
          <span className="truncate text-small font-medium">{file.name}</span>
          {state !== 'failed' && <span className="meta shrink-0">{formatState(state, percent)}</span>}
        </div>
        {state === 'failed' ? (
          <p className="text-small text-danger">{errorMessage}</p>
        ) : (
          <progress className="progress mt-1.5" max={100} value={percent} aria-label={`Uploading ${file.name}`} />
        )}
      </div>
      {state === 'failed' && canRetry && (
        <button type="button" className="button shrink-0" onClick={() => uploads.retry(key)}>
          <RotateCcw className="size-4" aria-hidden="true" /> Try again
        </button>
      )}
      {state !== 'done' && (
        <button
          type="button"
          className={icon}
          aria-label={`${state === 'failed' ? 'Dismiss' : 'Cancel'} ${file.name}`}
          onClick={({ currentTarget }) => {
            focusNeighbor(currentTarget);
            uploads.remove(key);
          }}
        >
          <X className="size-4.5" aria-hidden="true" />
        </button>
      )}
    </li>
  );
}

/** Moves the focus from the button of a line to the one of the next line, or of the previous one. */
function focusNeighbor(button: HTMLElement): void {
  const line = button.closest('li');
  const neighbor = line?.nextElementSibling ?? line?.previousElementSibling;
  neighbor?.querySelector<HTMLElement>('button:last-of-type')?.focus();
}

function formatState(state: Upload['state'], percent: number): string {
  if (state === 'pending') return 'Waiting';
  if (state === 'done') return 'Done';
  return percent < 100 ? `${percent}%` : 'Processing…';
}
