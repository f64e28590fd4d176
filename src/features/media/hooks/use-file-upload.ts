import { useCallback } from 'react';
import { useUpload } from '#platform/pages/api-hooks.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import type { MediaFile, LibraryPicture } from '../contract.ts';

/** Uploads a file and returns the result; `onProgress` gets the share sent, from 0 to 1. Throws a Failure. */
export type UploadFile<Result> = (
  file: File,
  onProgress: (fraction: number) => void,
  signal?: AbortSignal,
) => Promise<Result>;

function useSendFile<Result>(path: string): UploadFile<Result> {
  const upload = useUpload();
  return useCallback(
    (file, onProgress, signal) =>
      upload(withQuery(path, { name: file.name }), withType(file), {
        method: 'POST',
        onProgress,
        ...(signal ? { signal } : {}),
      }) as Promise<Result>,
    [path, upload],
  );
}

/** Some systems don't know a file's type, so derive it from the extension. */
function withType(file: File): File {
  if (file.type !== '') return file;
  const type = /\.pdf$/i.test(file.name) ? 'application/pdf' : 'application/zip';
  return new File([file], file.name, { type });
}

/** Uploads a picture to the user's library. */
export const useUploadPicture = () => useSendFile<LibraryPicture>(dashboardPaths.pictureUpload);

/** Uploads a file to the user's files. */
export const useFileUpload = () => useSendFile<MediaFile>(dashboardPaths.fileUpload);
