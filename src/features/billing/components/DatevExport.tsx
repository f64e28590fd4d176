import Download from 'lucide-react/icons/download';
import { ActionForm, ActionTextField, type FailedSubmission } from '#ui/ActionForm.tsx';
import { DashboardSection } from '#ui/DashboardSection.tsx';
import { Disclosure } from '#ui/Disclosure.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import type { DatevSettings } from '../contract/datev.ts';

interface DatevExportProps {
  settings: DatevSettings & { readonly isSaved: boolean };
  period: string;
  failure: FailedSubmission | undefined;
}

/** Exports a period for an accountant in Germany, after the owner has entered the accountant's numbers. */
export function DatevExport({ settings, period, failure }: DatevExportProps) {
  const { isSaved, consultantNumber, clientNumber, chart, debtorAccount } = settings;
  return (
    <DashboardSection title="DATEV">
      <p className="mt-3 mb-4 max-w-[62ch] text-small text-ink-soft">
        For an accountant in Germany: each invoice and credit note of the period as a booking, by invoice date, on the
        accounts of SKR 03 or SKR 04. DATEV imports the file as a “Buchungsstapel”.
      </p>
      {isSaved && (
        <a className="button" href={withQuery(dashboardPaths.datevExport, { period })} download>
          <Download className="size-4" aria-hidden="true" />
          Download for DATEV
        </a>
      )}
      <Disclosure label="DATEV settings" open={failure !== undefined} className="mt-4 border-y border-rule">
        <ActionForm
          intent="datev"
          label="Save DATEV settings"
          busyLabel="Saving…"
          failure={failure}
          className="max-w-md"
        >
          <ActionTextField
            label="Consultant number (Beraternummer)"
            name="consultantNumber"
            inputMode="numeric"
            defaultValue={isSaved ? String(consultantNumber) : ''}
            hint="Your accountant can give you this and the next number."
          />
          <ActionTextField
            label="Client number (Mandantennummer)"
            name="clientNumber"
            inputMode="numeric"
            defaultValue={isSaved ? String(clientNumber) : ''}
          />
          <SelectField
            label="Chart of accounts"
            name="chart"
            options={{ SKR03: 'SKR 03', SKR04: 'SKR 04' }}
            defaultValue={failure?.values.chart ?? chart}
            error={failure?.failed.fields.chart}
          />
          <ActionTextField
            label="Clients’ account (Debitorenkonto)"
            name="debtorAccount"
            inputMode="numeric"
            defaultValue={String(debtorAccount)}
          />
        </ActionForm>
      </Disclosure>
    </DashboardSection>
  );
}
