import { Link, useActionData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { ApiError, ERROR_STATUS } from '#shared/errors.ts';
import { countJsonBytes } from '#shared/json-size.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { FileField } from '#ui/FileField.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { readCsvFile } from '#ui/read-csv-file.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { MAX_IMPORT_BYTES } from '../contract/constants.ts';
import type { ImportResult } from '../contract/index.ts';

const LIST_ENDINGS = ['.csv', '.txt'] as const;

/** Reads a list so the page fails for everyone but the owner, like the other client pages. */
export const loader = pageLoader(({ api }) => api.clients.list({ pageSize: 1 }));

export const action = pageAction(async ({ api, form, files }) => {
  const file = files.get('file');
  const csv = file ? await readCsvFile(file) : (form.get('csv') ?? '');
  if (countJsonBytes(csv) > MAX_IMPORT_BYTES) throw createTooLargeError(file ? 'file' : 'csv');
  const dryRun = form.get('intent') !== 'import';
  return { csv, dryRun, result: await api.clients.import({ csv, dryRun }) };
});

/** Returns the error for a list that the request can't contain. */
function createTooLargeError(field: 'file' | 'csv'): ApiError {
  const message = 'This list is too large. Split it into files of at most 500 KB and import them one after the other.';
  const error = { code: 'PAYLOAD_TOO_LARGE', message, fields: { [field]: message }, requestId: '' } as const;
  return new ApiError(ERROR_STATUS.PAYLOAD_TOO_LARGE, message, { error });
}

/** Previews an import first, then applies it. */
export function Component() {
  const response = useActionData<typeof action>();
  const refused = useRejectedForm();
  const done = response && 'done' in response ? response.done : undefined;
  return (
    <DashboardPage
      title="Import clients"
      intro="Import a CSV file whose first row names the columns, as in an export: Name, Company, Email, Phone, Street, Postal code, City, State, Country, Tax ID, Language, Currency, Payment days, and others. A row with a known email address updates that client. Empty cells change nothing."
      back={{ to: dashboardPaths.clients, label: 'Clients' }}
    >
      {done && <Result result={done.result} isPreview={done.dryRun} />}
      <div className="max-w-[32rem]">
        {done?.dryRun && (
          <PageForm
            intent="import"
            submitLabel="Import clients"
            busyLabel="Importing…"
            disabled={done.result.added + done.result.updated === 0}
            error={undefined}
            aside={
              <Link className="link" to={dashboardPaths.importClients} reloadDocument>
                Choose a different list
              </Link>
            }
          >
            <textarea name="csv" defaultValue={done.csv} hidden readOnly />
          </PageForm>
        )}
        {!done && (
          <PageForm
            intent="preview"
            acceptsFiles
            error={refused?.failed}
            submitLabel="Preview import"
            busyLabel="Reading…"
          >
            <FileField
              label="File"
              hint="A CSV file exported from a spreadsheet or another invoicing program."
              error={refused?.failed.fields.file}
              extensions={LIST_ENDINGS}
            />
            <TextArea
              label="Or paste a list"
              name="csv"
              rows={6}
              defaultValue={refused?.values.csv}
              error={refused?.failed.fields.csv}
            />
          </PageForm>
        )}
      </div>
    </DashboardPage>
  );
}

function Result({ result, isPreview }: { result: ImportResult; isPreview: boolean }) {
  const { added, updated, unchanged, examples, invalidRows } = result;
  return (
    <section aria-labelledby="result" className="mb-8 max-w-[40rem]">
      <h2 id="result" className="text-h3">
        {isPreview ? 'Preview' : 'Import complete'}
      </h2>
      <dl className="mt-4 grid grid-cols-2 gap-x-8 border-y border-rule sm:grid-cols-4">
        {(
          [
            ['New', added],
            ['Updated', updated],
            ['Unchanged', unchanged],
            ['Invalid', invalidRows.length],
          ] as const
        ).map(([label, count]) => (
          <div key={label} className="py-3">
            <dt className="hint">{label}</dt>
            <dd className="font-mono text-h4 tabular-nums">{count}</dd>
          </div>
        ))}
      </dl>
      {isPreview && examples.length > 0 && (
        <>
          <h3 className="mt-8 text-h4">{examples.length === 1 ? 'The first client' : 'The first clients'}</h3>
          <ul className="mt-2 text-small">
            {examples.map(({ row, outcome, cells }) => (
              <li key={row} className="border-b border-rule py-3">
                <p className="meta">
                  Row {row}: {outcome === 'added' ? 'new' : 'updated'}
                </p>
                <dl className="mt-1 grid grid-cols-[minmax(6rem,auto)_1fr] gap-x-6">
                  {cells.map(({ column, value }) => (
                    <div key={column} className="col-span-2 grid grid-cols-subgrid">
                      <dt className="text-ink-soft">{column}</dt>
                      <dd className="whitespace-pre-line [overflow-wrap:anywhere]" dir="auto">
                        {value}
                      </dd>
                    </div>
                  ))}
                </dl>
              </li>
            ))}
          </ul>
        </>
      )}
      {invalidRows.length > 0 && (
        <>
          <h3 className="mt-8 text-h4">Invalid rows</h3>
          <ul className="mt-2 text-small">
            {invalidRows.map(({ row, name, problems }) => (
              <li key={row} className="border-b border-rule py-3">
                <p className="flex flex-wrap gap-x-4">
                  <span className="meta">Row {row}</span>
                  <span className="[overflow-wrap:anywhere]">{name}</span>
                </p>
                {problems.map(({ column, message }, index) => (
                  <p key={index} className="text-danger">
                    {column && `${column}: `}
                    {message}
                  </p>
                ))}
              </li>
            ))}
          </ul>
        </>
      )}
      {!isPreview && (
        <p className="mt-6">
          <Link className="link" to={dashboardPaths.clients}>
            View clients
          </Link>
        </p>
      )}
    </section>
  );
}
