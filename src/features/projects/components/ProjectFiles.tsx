import FileArchive from 'lucide-react/icons/file-archive';
import X from 'lucide-react/icons/x';
import { type ChangeEvent, useCallback, useId, useState } from 'react';
import { UploadList, useUploads, formatBytes } from '#features/media/browser.ts';
import { useLazyApi, useUpload } from '#platform/pages/api-hooks.ts';
import { API_PREFIX, paths, withQuery } from '#shared/paths.ts';
import { MAX_DOCUMENT_SIZE } from '#shared/uploads.ts';
import { useConfirm } from '#ui/ConfirmDialog.tsx';
import type { Draft } from '../contract/drafts.ts';

interface ProjectFilesProps {
  /** The saved project; undefined until the first save. */
  draft: Draft | undefined;
  price: string;
}

/** Edits the files that clients download after buying the project. Without files it can't be bought. */
export function ProjectFiles({ draft, price }: ProjectFilesProps) {
  return (
    <section aria-labelledby="project-files" className="mt-12 border-t border-rule pt-6">
      <h2 id="project-files" className="text-h4">
        Files for buyers
      </h2>
      <p className="mt-2 max-w-[31em] text-small text-ink-soft">
        Clients can download these files once they have paid. Changes apply immediately, including for clients who have
        already bought the project.
      </p>
      {draft ? (
        <Files key={draft.id} draft={draft} hasPrice={!/^[\s0.,]*$/.test(price)} />
      ) : (
        <p className="mt-4 text-small">Give the project a title first. You can add files once it’s saved.</p>
      )}
    </section>
  );
}

function Files({ draft, hasPrice }: { draft: Draft; hasPrice: boolean }) {
  const input = useId();
  const api = useLazyApi();
  const upload = useUpload();
  const { confirm, dialog } = useConfirm();
  const [files, setFiles] = useState(draft.files);
  const [problem, setProblem] = useState<string>();
  const url = `${API_PREFIX}${paths.project(draft.id)}/files`;
  const send = useCallback(
    (file: File, onProgress: (share: number) => void, signal?: AbortSignal) =>
      upload(withQuery(url, { name: file.name }), new File([file], file.name, { type: 'application/octet-stream' }), {
        method: 'POST',
        onProgress,
        ...(signal ? { signal } : {}),
      }) as Promise<{ items: Draft['files'] }>,
    [url, upload],
  );
  // Uploads can finish out of order: the longer list is the later one.
  const onDone = useCallback(
    ({ items }: { items: Draft['files'] }) => setFiles(before => (items.length > before.length ? items : before)),
    [],
  );
  const uploads = useUploads({ send, validate: findFileError, onDone });
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    uploads.add(event.target.files ?? []);
    event.target.value = '';
  };
  const remove = async ({ id, name }: Draft['files'][number]) => {
    const description = 'Clients who bought the project will no longer be able to download it.';
    if (!(await confirm({ title: `Remove ${name}?`, description, confirmLabel: 'Remove file' }))) return;
    try {
      setFiles((await api().projects.deleteFile({ id: draft.id, file: id })).items);
      setProblem(undefined);
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'The file couldn’t be removed. Try again.');
    }
  };
  return (
    <>
      {files.length === 0 && hasPrice && (
        <output className="mt-4 block max-w-[31em] border-l-2 border-accent pl-4 text-small">
          Add files to sell this project. Until then, its page has no buy button.
        </output>
      )}
      {files.length > 0 && (
        <ul aria-label="Files for buyers" className="mt-4">
          {files.map(file => (
            <li key={file.id} className="flex items-center gap-3 border-t border-rule py-1 first:border-t-0">
              <FileArchive className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
              <span className="min-w-0 grow text-small font-medium [overflow-wrap:anywhere]">{file.name}</span>
              <span className="meta shrink-0">{formatBytes(file.bytes)}</span>
              <button
                type="button"
                className="grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-raised hover:text-ink"
                aria-label={`Remove ${file.name}`}
                onClick={() => void remove(file)}
              >
                <X className="size-4.5" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
      {problem && (
        <p role="alert" className="mt-2 text-small text-danger">
          {problem}
        </p>
      )}
      <div className="mt-4">
        <label htmlFor={input} className="block font-display text-small font-semibold">
          Add files
        </label>
        <p id={`${input}-hint`} className="hint mt-1">
          Any file type, up to 50 MB each
        </p>
        <input
          id={input}
          type="file"
          multiple
          className="file-field mt-1.5 max-w-72 min-w-0"
          aria-describedby={`${input}-hint`}
          onChange={choose}
        />
      </div>
      <UploadList uploads={uploads} />
      {dialog}
    </>
  );
}

function findFileError(file: File): string | undefined {
  if (file.size > MAX_DOCUMENT_SIZE) return 'This file is larger than 50 MB. Split it into smaller files.';
  return file.size === 0 ? 'This file is empty.' : undefined;
}
