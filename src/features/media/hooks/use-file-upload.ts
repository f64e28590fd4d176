import { useCallback } from 'react';
import { useUpload } from '#platform/pages/api-hooks.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import type { MediaFile, LibraryPicture } from '../contract.ts';

/** Sends one file and gives what became of it; `onProgress` is told the share that has gone, from 0 to 1. Throws a Failure. */
export type UploadFile<Result> = (
  file: File,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
) => Promise<Result>;

function useSendFile<Result>(address: string): UploadFile<Result> {
  const upload = useUpload();
  return useCallback(
    (file, onProgress, signal) =>
      upload(withQuery(address, { name: file.name }), typed(file), {
        method: 'POST',
        onProgress,
        ...(signal ? { signal } : {}),
      }) as Promise<Result>,
    [address, upload],
  );
}

/** Some systems have no word for what a document is; its name's ending has. */
function typed(file: File): File {
  if (file.type !== '') return file;
  const type = /\.pdf$/i.test(file.name) ? 'application/pdf' : 'application/zip';
  return new File([file], file.name, { type });
}

/** Adds a picture to the library of whoever is signed in. */
export const useUploadPicture = () => useSendFile<LibraryPicture>(dashboardPaths.pictureUpload);

/** Adds a document to those of whoever is signed in. */
export const useFileUpload = () => useSendFile<MediaFile>(dashboardPaths.fileUpload);
