import { type DragEvent, useId, useRef, useState } from 'react';
import { useUpload } from '#platform/pages/api-hooks.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { ApiError } from '#shared/errors.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { FormField, getAriaProps } from '#ui/FormField.tsx';
import { ReceivedEInvoiceView } from '../components/ReceivedEInvoiceView.tsx';
import { MAX_RECEIVED_BYTES } from '../contract/constants.ts';
import type { ReceivedEInvoice } from '../contract/index.ts';

/** Calls an endpoint of the owner so the page fails for everyone else. */
export const loader = pageLoader(({ api }) => api.billing.getBillingSettings());

/** Shows a received e-invoice as a page. The file is read and not stored. */
export function Component() {
  const upload = useUpload();
  const id = useId();
  const [shown, setShown] = useState<ReceivedEInvoice>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const latest = useRef<File>(undefined);

  const open = (file: File | undefined) => {
    if (!file) return;
    latest.current = file;
    setShown(undefined);
    const isTooLarge = file.size > MAX_RECEIVED_BYTES;
    setError(isTooLarge ? 'This file is larger than 10 MB.' : undefined);
    setBusy(!isTooLarge);
    if (isTooLarge) return;
    // Some systems don't know the type of XML files.
    const type = /\.xml$/i.test(file.name) ? 'application/xml' : file.type || 'application/octet-stream';
    const isLatest = () => latest.current === file;
    upload(dashboardPaths.readEInvoiceUpload, file.slice(0, file.size, type), { method: 'POST', onProgress: () => {} })
      .then(invoice => isLatest() && setShown(invoice as ReceivedEInvoice))
      .catch(
        (failure: unknown) =>
          isLatest() && setError(ApiError.is(failure) ? failure.message : 'Something went wrong. Try again.'),
      )
      .finally(() => isLatest() && setBusy(false));
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    open(event.dataTransfer.files[0]);
  };
  const hint = 'XML (UBL or CII) or PDF with embedded XML, up to 10 MB. The file isn’t stored.';
  return (
    <DashboardPage title="Read e-invoice" intro="See an e-invoice that you received as a readable page.">
      <div
        className="border border-dashed border-rule-strong bg-raised px-5 py-6 sm:px-8"
        onDragOver={event => event.preventDefault()}
        onDrop={drop}
      >
        <FormField id={id} label="E-invoice" hint={hint} error={error}>
          <input
            id={id}
            type="file"
            accept=".xml,.pdf,application/xml,text/xml,application/pdf"
            className="file-field max-w-full"
            onChange={event => open(event.target.files?.[0])}
            {...getAriaProps({ id, hint, error })}
          />
        </FormField>
        <p className="mt-2 hidden text-small text-ink-soft sm:block">Or drop the file here.</p>
      </div>
      <output className="block" aria-busy={isBusy}>
        {isBusy && <p className="mt-8 text-ink-soft">Reading…</p>}
        {shown && <p className="sr-only">The e-invoice is shown below.</p>}
      </output>
      {shown && <ReceivedEInvoiceView invoice={shown} />}
    </DashboardPage>
  );
}
