import { useCallback, useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { useUpload } from '#platform/pages/api-hooks.ts';
import { withQuery } from '#shared/paths.ts';
import { createRandomId } from '#shared/random-id.ts';
import { MAX_DOCUMENT_SIZE } from '#shared/uploads.ts';
import { UploadList, useUploads } from './use-uploads.tsx';

type Query = Readonly<Record<string, string | number | undefined>>;

/** A file that is uploaded again after a lost response keeps its idempotency key, so it is stored once. */
const keys = new WeakMap<File, string>();

/** Uploads files of any type to a path of the API, and reloads the page's data after each. */
export function useDocumentUploads(path: string, query: Query) {
  const upload = useUpload();
  const { revalidate } = useRevalidator();
  const text = JSON.stringify(query);
  const send = useCallback(
    (file: File, onProgress: (share: number) => void, signal?: AbortSignal) => {
      const idempotencyKey = keys.get(file) ?? createRandomId();
      keys.set(file, idempotencyKey);
      return upload(
        withQuery(path, { ...(JSON.parse(text) as Query), name: file.name, idempotencyKey }),
        withMediaType(file),
        { method: 'POST', onProgress, ...(signal ? { signal } : {}) },
      );
    },
    [path, text, upload],
  );
  return useUploads({ send, validate, onDone: useCallback(() => void revalidate(), [revalidate]) });
}

/** The endpoint accepts a file only with a media type. */
function withMediaType(file: File): File {
  return new File([file], file.name, { type: file.type || 'application/octet-stream' });
}

function validate(file: File): string | undefined {
  if (file.size > MAX_DOCUMENT_SIZE)
    return 'This file is larger than 50 MB. Split it into smaller files, or send a link instead.';
  return file.size === 0 ? 'This file is empty, so it wasn’t uploaded.' : undefined;
}

/** Files that were chosen in a form, by the path they are uploaded to. */
const waitingFiles = new Map<string, readonly File[]>();

const listeners = new Set<() => void>();

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Hands the files of a submitted form to `FormUploads` on the next page. Browser only. */
export function uploadOnNextPage(path: string, files: readonly File[]): void {
  if (files.length === 0) return;
  waitingFiles.set(path, files);
  for (const listener of listeners) listener();
}

/** Uploads the files of the form that led to this page. Unfinished uploads restart when the page is opened again. */
export function FormUploads({ path, query = {} }: { path: string; query?: Query }) {
  const uploads = useDocumentUploads(path, query);
  const { add, list } = uploads;
  const files = useSyncExternalStore(
    subscribe,
    () => waitingFiles.get(path),
    () => undefined,
  );
  useEffect(() => {
    if (files && waitingFiles.delete(path)) add(files);
  }, [add, path, files]);
  const keepUnfinished = useEffectEvent(() =>
    uploadOnNextPage(
      path,
      list.filter(({ state }) => state !== 'done').map(({ file }) => file),
    ),
  );
  useEffect(() => () => keepUnfinished(), []);
  const isUploading = list.some(({ state }) => state === 'pending' || state === 'uploading');
  useEffect(() => {
    if (!isUploading) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [isUploading]);
  return (
    <div className="has-[ul]:mb-8">
      <UploadList uploads={uploads} label="Uploads from your form" />
    </div>
  );
}
