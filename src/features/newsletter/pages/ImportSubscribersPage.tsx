import { Link, useActionData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { ApiError } from '#shared/errors.ts';
import { TextField } from '#ui/TextField.tsx';
import { FileField } from '#ui/FileField.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { readCsvFile } from '#ui/read-csv-file.ts';
import { TextArea } from '#ui/TextArea.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ImportSummary } from '../components/ImportSummary.tsx';
import { importInChunks } from '../rules/csv-chunks.ts';

const LIST_ENDINGS = ['.csv', '.txt'] as const;

/** Reads the settings so the page fails for everyone but the owner, like the other newsletter pages. */
export const loader = pageLoader(async ({ api }) => ({ settings: await api.newsletter.getSettings() }));

export const action = pageAction(async ({ api, form, files }) => {
  const preview = (list: string) => importInChunks(list, part => api.newsletter.previewImport({ csv: part }));
  const file = files.get('file');
  const csv = file ? await readCsvFile(file) : (form.get('csv') ?? '');
  if (form.get('intent') !== 'import') {
    return { csv, preview: await preview(csv), isImported: false, noteError: undefined };
  }
  try {
    const note = form.get('note') ?? '';
    const imported = await importInChunks(csv, part => api.newsletter.importSubscribers({ csv: part, note }));
    return { csv: '', preview: imported, isImported: true, noteError: undefined };
  } catch (error) {
    // Keep the list on the page next to the field that needs attention.
    const noteError = ApiError.is(error) ? error.data?.error.fields.note : undefined;
    if (noteError === undefined) throw error;
    return { csv, preview: await preview(csv), isImported: false, noteError };
  }
});

/** Previews an import first, then applies it. */
export function Component() {
  const result = useActionData<typeof action>();
  const refused = useRejectedForm();
  const done = result && 'done' in result ? result.done : undefined;
  return (
    <DashboardPage
      title="Import subscribers"
      intro="Import a CSV file whose first row names the columns: Email and, optionally, Name, Labels, State, Topics and Note. Member lists exported from Ghost work as they are. You can also import plain addresses, one per line."
      back={{ to: dashboardPaths.subscribers, label: 'Subscribers' }}
    >
      {done && (
        <ImportSummary
          title={
            done.isImported
              ? 'Import complete'
              : `Preview: ${done.preview.rowCount} ${done.preview.rowCount === 1 ? 'address' : 'addresses'}`
          }
          preview={done.preview}
          isImported={done.isImported}
        />
      )}
      {done && !done.isImported && (
        <div className="max-w-[32rem]">
          <PageForm
            intent="import"
            submitLabel="Import subscribers"
            busyLabel="Importing…"
            error={done.noteError ? { message: done.noteError, fields: { note: done.noteError } } : undefined}
            aside={
              <Link className="link" to={dashboardPaths.importSubscribers} reloadDocument>
                Choose a different list
              </Link>
            }
          >
            <textarea name="csv" defaultValue={done.csv} hidden readOnly />
            <TextField
              label="How they gave consent"
              name="note"
              hint="Saved with each address that this import subscribes."
              maxLength={300}
              error={done.noteError}
              required
            />
          </PageForm>
        </div>
      )}
      {!done && (
        <div className="max-w-[32rem]">
          <PageForm
            intent="check"
            acceptsFiles
            error={refused?.failed}
            submitLabel="Preview import"
            busyLabel="Reading…"
          >
            <FileField
              label="File"
              hint="A CSV file exported from a spreadsheet or another newsletter service."
              error={undefined}
              extensions={LIST_ENDINGS}
            />
            <TextArea
              label="Or paste a list"
              name="csv"
              rows={6}
              hint="Addresses that are unsubscribed or blocked stay that way."
              defaultValue={refused?.values.csv}
              error={refused?.failed.fields.csv}
            />
          </PageForm>
        </div>
      )}
    </DashboardPage>
  );
}
