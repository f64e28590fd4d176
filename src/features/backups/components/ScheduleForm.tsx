import { PageForm } from '#ui/PageForm.tsx';
import type { FailedSubmission } from '#ui/ActionForm.tsx';
import { SelectField } from '#ui/SelectField.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { formatTimeZone } from '#shared/time.ts';
import type { BackupOverview } from '../contract/index.ts';
import { RETENTION } from '../rules/retention.ts';

const hours = Object.fromEntries(
  Array.from({ length: 24 }, (_, hour) => [String(hour), `${String(hour).padStart(2, '0')}:00`]),
);

interface ScheduleFormProps {
  overview: BackupOverview;
  failure: (FailedSubmission & { readonly failed: { readonly message: string } }) | undefined;
}

export function ScheduleForm({
  overview: { isScheduled, hour, timeZone, location, bucketErrorMessage },
  failure,
}: ScheduleFormProps) {
  const own = failure?.values.intent === 'schedule' ? failure : undefined;
  return (
    <SettingsSection
      title="Schedule"
      description={`The newest backup of each of the last ${RETENTION.days} days, ${RETENTION.weeks} weeks and ${RETENTION.months} months is kept. The next backup deletes all others, including those you started yourself.`}
    >
      <PageForm intent="schedule" error={own?.failed} submitLabel="Save schedule" busyLabel="Saving…">
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            name="isScheduled"
            value="yes"
            defaultChecked={own ? own.values.isScheduled === 'yes' : isScheduled}
            className="size-4.5 shrink-0"
          />
          Back up every day
        </label>
        <SelectField
          label="Time"
          name="hour"
          options={hours}
          hint={`In your time zone, ${formatTimeZone(timeZone)}.`}
          defaultValue={own?.values.hour ?? String(hour)}
          error={own?.failed.fields.hour}
        />
        <p className="hint">
          Backups are stored in <span className="break-all">{location}</span>. To store them elsewhere, set BACKUP_DIR
          or BACKUP_S3_BUCKET on your server.
        </p>
        {bucketErrorMessage && <p className="text-small text-danger">{bucketErrorMessage}</p>}
      </PageForm>
    </SettingsSection>
  );
}
