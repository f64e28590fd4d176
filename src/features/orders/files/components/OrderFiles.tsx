import Check from 'lucide-react/icons/check';
import Download from 'lucide-react/icons/download';
import Lock from 'lucide-react/icons/lock';
import UploadIcon from 'lucide-react/icons/upload';
import { type ChangeEvent, useId } from 'react';
import { Form, Link } from 'react-router';
import { UploadList, useDocumentUploads, formatBytes } from '#features/media/browser.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { textField, useConfirmedSubmit } from '#ui/confirmed-submit.ts';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { getAriaProps } from '#ui/FormField.tsx';
import type { OrderFile, Order } from '../../lifecycle/contract/order.ts';
import { OrderForm, useOrderFailure } from '../../lifecycle/components/OrderForm.tsx';
import { ReasonNote } from '../../lifecycle/components/ReasonNote.tsx';
import { buildFilesPath } from '../../lifecycle/rules/files-path.ts';

interface FilesProps {
  order: Order;
  /** The reference that the viewer opened the order with. */
  reference: string;
}

/** Returns whether the viewer can upload files for a purpose. */
export function canUpload({ asOf, status, party }: Order, purpose: string | undefined): boolean {
  const isCanceled = ['declined', 'expired', 'canceled', 'refunded'].includes(status);
  if (asOf !== null || isCanceled) return false;
  if (purpose === 'content') return status !== 'delivered' && status !== 'closed';
  return purpose === 'brief' || (purpose === 'deliverable' && party === 'owner');
}

/** Renders the checklist of content that the client provides before work starts (term 9). */
export function ContentChecklist({ order, reference }: FilesProps) {
  const refused = useOrderFailure();
  const { contentItems, files } = order;
  return (
    <ol className="grid">
      {contentItems.map(item => (
        <li key={item.position} className="border-t border-rule py-4">
          <p className="flex items-start gap-3">
            <span
              className={`mt-1 grid size-5 shrink-0 place-items-center rounded-full border ${item.suppliedAt ? 'border-accent bg-accent text-on-accent' : 'border-rule-strong'}`}
            >
              {item.suppliedAt && <Check className="size-3.5" aria-hidden="true" />}
            </span>
            <span className="min-w-0">
              {item.label}
              <span className="hint block">{item.suppliedAt ? 'Received' : 'Still needed'}</span>
            </span>
          </p>
          <div className="pl-8">
            <FileList files={files.filter(file => file.contentItem === item.position)} order={order} />
            {canUpload(order, 'content') && (
              <details open={refused?.values.contentItem === String(item.position)}>
                <summary className="link inline-flex min-h-11 items-center text-small text-ink-soft">
                  {item.suppliedAt ? 'Add more' : 'Add content'}
                  <span className="sr-only">: {item.label}</span>
                </summary>
                <div className="mt-1 mb-3 flex flex-wrap items-end gap-x-6 gap-y-3">
                  <SendFiles
                    reference={reference}
                    purpose="content"
                    item={item.position}
                    label={`Upload files for: ${item.label}`}
                    visibleLabel="Upload files"
                  />
                  {!item.suppliedAt && (
                    <OrderForm
                      intent="supply"
                      fields={{ position: String(item.position) }}
                      label={order.party === 'owner' ? 'Mark as received' : 'Mark as sent'}
                    />
                  )}
                </div>
              </details>
            )}
          </div>
        </li>
      ))}
    </ol>
  );
}

const texts = {
  brief: { empty: 'No files yet.', label: 'Add files to the brief', shown: 'Add files' },
  deliverable: {
    empty: 'No files yet. Finished work appears here.',
    label: 'Upload files to deliver',
    shown: 'Upload files',
  },
} as const;

/** Renders the files of one purpose, with an upload. */
export function OrderFiles({ order, reference, purpose }: FilesProps & { purpose: 'brief' | 'deliverable' }) {
  const files = order.files.filter(file => file.purpose === purpose);
  const isCanceled = ['declined', 'expired', 'canceled', 'refunded'].includes(order.status);
  const { downloadBlockedReason } = order.summary;
  return (
    <>
      {files.length === 0 && <p className="text-small text-ink-soft">{texts[purpose].empty}</p>}
      <FileList files={files} order={order} />
      {purpose === 'deliverable' && downloadBlockedReason && files.length > 0 && (
        <div className="mt-2 text-small">
          {order.party === 'owner' ? 'The client' : 'You'} can’t download these files{isCanceled ? '.' : ' yet.'}
          <ReasonNote reason={downloadBlockedReason} terms={order.terms} />
        </div>
      )}
      {purpose === 'deliverable' && <PurchaseNote order={order} />}
      {canUpload(order, purpose) && (
        <div className="mt-4">
          <SendFiles
            reference={reference}
            purpose={purpose}
            label={texts[purpose].label}
            visibleLabel={texts[purpose].shown}
          />
        </div>
      )}
    </>
  );
}

/** Warns the client that downloading a purchase rules out a refund, and links the owner to the project's files. */
function PurchaseNote({ order: { kind, party, summary, boughtProjectId, files } }: Pick<FilesProps, 'order'>) {
  const hasFiles = files.some(({ purpose }) => purpose === 'deliverable');
  if (boughtProjectId !== null) {
    return (
      <p className="mt-2">
        {!hasFiles && summary.status === 'paid' && (
          <span className="block text-small">
            Upload the files to deliver: to the project for every buyer, or below for this order only.
          </span>
        )}
        <Link
          className="link inline-flex min-h-11 items-center text-small"
          to={dashboardPaths.updateProject(boughtProjectId)}
        >
          Edit project files
        </Link>
      </p>
    );
  }
  const isRefundable = kind === 'project' && party === 'client' && summary.refund.isAllowed;
  if (!isRefundable || !hasFiles) return null;
  return <p className="mt-2 text-small text-ink-soft">You can’t get a refund after you download a file.</p>;
}

function FileList({ files, order: { party, asOf } }: { files: readonly OrderFile[]; order: Order }) {
  const failure = useOrderFailure({ intent: 'remove-file' });
  const { onSubmit, dialog } = useConfirmedSubmit(data => {
    const name = files.find(({ id }) => id === textField(data, 'file'))?.name ?? '';
    return { title: `Delete ${name}?`, description: 'You can’t undo this.', confirmLabel: 'Delete file' };
  });
  if (files.length === 0) return null;
  const list = (
    <ul className="mt-2">
      {files.map(file => (
        <li
          key={file.id}
          className="flex flex-wrap items-center justify-between gap-x-4 border-t border-rule py-1 first:border-t-0"
        >
          {file.downloadPath === null ? (
            <span className="inline-flex min-h-11 min-w-0 items-center gap-2 text-small text-ink-faint">
              <Lock className="size-4 shrink-0" aria-hidden="true" />
              <span className="[overflow-wrap:anywhere]">{file.name}</span>
              <span className="sr-only">, locked</span>
            </span>
          ) : (
            <a
              className="inline-flex min-h-11 min-w-0 items-center gap-2 text-small font-medium no-underline hover:text-accent"
              href={file.downloadPath}
              download
            >
              <Download className="size-4 shrink-0 text-ink-faint" aria-hidden="true" />
              <span className="[overflow-wrap:anywhere]">{file.name}</span>
            </a>
          )}
          <span className="flex items-center gap-4">
            <span className="meta">{formatBytes(file.sizeBytes)}</span>
            {file.uploadedBy === party && !file.isOfProject && asOf === null && (
              <Form method="post" preventScrollReset onSubmit={onSubmit}>
                <input type="hidden" name="intent" value="remove-file" />
                <button type="submit" name="file" value={file.id} className="link min-h-11 text-small text-danger">
                  Delete<span className="sr-only"> {file.name}</span>
                </button>
              </Form>
            )}
          </span>
          {failure?.values.file === file.id && <ErrorNotice message={failure.failed.message} />}
        </li>
      ))}
    </ul>
  );
  return (
    <>
      {list}
      {dialog}
    </>
  );
}

interface SendFilesProps {
  reference: string;
  purpose: OrderFile['purpose'];
  item?: number;
  label: string;
  /** Visible text; `label` is the accessible name. */
  visibleLabel: string;
}

/** Uploads files one by one with progress; without JavaScript, a form sends them together. */
function SendFiles({ reference, purpose, item, label, visibleLabel }: SendFilesProps) {
  const id = useId();
  const failure = useOrderFailure();
  const isOwn = failure?.values.purpose === purpose && failure.values.contentItem === item?.toString();
  const error = isOwn ? failure.failed.message : undefined;
  const uploads = useDocumentUploads(buildFilesPath(reference), { purpose, contentItem: item });
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    uploads.add(event.target.files ?? []);
    event.target.value = '';
  };
  return (
    <Form method="post" encType="multipart/form-data" className="min-w-0">
      <input type="hidden" name="purpose" value={purpose} />
      {item !== undefined && <input type="hidden" name="contentItem" value={item} />}
      <label htmlFor={id} className="flex items-center gap-2 text-small">
        <UploadIcon className="size-4 shrink-0 text-accent" aria-hidden="true" />
        <span aria-hidden="true">{visibleLabel}</span>
        <span className="sr-only">{label}</span>
      </label>
      <div className="mt-1.5 flex flex-wrap items-center gap-3">
        <input
          id={id}
          type="file"
          name="file"
          multiple
          className="file-field max-w-72 min-w-0"
          onChange={choose}
          {...getAriaProps({ id, error })}
        />
        <button type="submit" className="button without-script">
          Upload
        </button>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-small text-danger">
          {error}
        </p>
      )}
      <UploadList uploads={uploads} />
    </Form>
  );
}
