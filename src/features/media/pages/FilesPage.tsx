import Download from 'lucide-react/icons/download';
import { useCallback } from 'react';
import { useLoaderData, useRevalidator } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { totalText } from '#shared/lists.ts';
import { mediaFilePath, withQuery } from '#shared/paths.ts';
import { ACCEPTED_FILE_TYPES } from '#shared/uploads.ts';
import { textField, useConfirmedSubmit } from '#ui/confirmed-submit.ts';
import { DateTime } from '#ui/DateTime.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { Pagination } from '#ui/Pagination.tsx';
import type { Column } from '#ui/table/column.ts';
import { DataTable } from '#ui/table/DataTable.tsx';
import { DeleteItem, RowMenu } from '#ui/table/RowMenu.tsx';
import { EmptyState } from '#ui/table/TableToolbar.tsx';
import { toast } from '#ui/toast.ts';
import { MediaLayout } from '../components/MediaLayout.tsx';
import { UploadArea } from '../components/UploadArea.tsx';
import type { MediaFile } from '../contract.ts';
import { useFileUpload } from '../hooks/use-file-upload.ts';
import { useUploads } from '../hooks/use-uploads.tsx';
import { formatBytes, validateFileUpload } from '../rules.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const [list, quota] = await Promise.all([
    api.media.listFiles(parseListQuery(searchParams, []).params),
    api.media.getQuota(),
  ]);
  return { ...list, quota };
});

export const action = pageAction(async ({ api, form }) => {
  await api.media.deleteFile({ id: form.get('document') ?? '' });
  toast.success('File deleted');
});

const kinds: Readonly<Record<MediaFile['type'], string>> = { 'application/pdf': 'PDF', 'application/zip': 'ZIP' };

const columns: readonly Column<MediaFile>[] = [
  {
    id: 'name',
    label: 'Name',
    isAlwaysVisible: true,
    renderCell: ({ id, name }) => (
      <a
        className="inline-flex min-h-11 items-center gap-2 font-display font-semibold no-underline hover:text-accent"
        href={mediaFilePath(id)}
        download
      >
        <Download className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
        <span className="[overflow-wrap:anywhere]">{name}</span>
      </a>
    ),
  },
  { id: 'type', label: 'Type', renderCell: ({ type }) => kinds[type] },
  { id: 'bytes', label: 'Size', renderCell: ({ sizeBytes }) => <span className="meta">{formatBytes(sizeBytes)}</span> },
  { id: 'by', label: 'Uploaded by', renderCell: ({ uploadedBy }) => uploadedBy },
  { id: 'created', label: 'Uploaded', renderCell: ({ createdAt }) => <DateTime instant={createdAt} /> },
];

const HINT = 'PDF or ZIP, up to 50 MB. Only the uploader and the site owner can download them.';

/** The user's files, or everyone's for the owner. */
export function Component() {
  const { items, total, page, pageSize, quota } = useLoaderData<typeof loader>();
  const { revalidate } = useRevalidator();
  const onDone = useCallback(() => void revalidate(), [revalidate]);
  const uploads = useUploads({ send: useFileUpload(), validate: validateFileUpload, onDone });
  const failed = useRejectedForm()?.failed;
  const { onSubmit, dialog } = useConfirmedSubmit(data => {
    const name = items.find(({ id }) => id === textField(data, 'document'))?.name ?? '';
    const description = 'People who already downloaded it keep their copy. You can’t undo this.';
    return { title: `Delete ${name}?`, description, confirmLabel: 'Delete file' };
  });
  return (
    <MediaLayout current="Files" quota={quota}>
      <ErrorNotice className="mt-6" message={failed?.message} />
      <UploadArea
        uploads={uploads}
        label="Upload files"
        accept={[...ACCEPTED_FILE_TYPES, '.pdf', '.zip']}
        hint={HINT}
      />
      <output className="hint mt-8 mb-2 block">{totalText(total, ['file', 'files'])}</output>
      {total === 0 && (
        <EmptyState title="No files yet.">
          Your PDFs and ZIPs appear here. Upload the first one above, such as your portfolio or terms.
        </EmptyState>
      )}
      {total > 0 && items.length === 0 && <EmptyState title="This page is empty." />}
      {items.length > 0 && (
        <DataTable
          caption="Files"
          columns={columns}
          rows={items}
          getRowId={({ id }) => id}
          getRowLabel={({ name }) => name}
          renderActions={({ id, name }) => (
            <RowMenu id={`document-${id}`} label={`Actions for ${name}`}>
              <DeleteItem fields={{ document: id }} onSubmit={onSubmit} />
            </RowMenu>
          )}
        />
      )}
      <Pagination
        page={page}
        pageSize={pageSize}
        total={total}
        rows={items.map(({ id }) => id)}
        hrefOf={(number, cursor) => withQuery(dashboardPaths.mediaFiles, { page: number, ...cursor })}
      />
      {dialog}
    </MediaLayout>
  );
}
