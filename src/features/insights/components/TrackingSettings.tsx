import { ActionForm } from '#ui/ActionForm.tsx';
import { useRejectedForm } from '#platform/pages/loader.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { formatTimeZone } from '#shared/time.ts';
import type { Summary } from '../contract/reports.ts';

type TrackingSettingsProps = Pick<Summary, 'isTrackingEnabled' | 'trackedSince' | 'timeZone'>;

/** Explains which data is tracked and stored, with controls to disable tracking and delete all data. */
export function TrackingSettings({ isTrackingEnabled, trackedSince, timeZone }: TrackingSettingsProps) {
  const failure = useRejectedForm();
  const refused = failure?.values.intent === 'erase' ? failure.failed : undefined;
  return (
    <div className="mt-16">
      <SettingsSection
        id="counting"
        title="Visit tracking"
        description={
          isTrackingEnabled
            ? 'Tracking is on. If you turn it off, your pages no longer include the tracking script and collect no data.'
            : 'Tracking is off. Statistics from before are still available.'
        }
      >
        <ul className="mb-7 grid list-disc gap-2 pl-5 text-small marker:text-ink-faint">
          <li>
            For each page view, your site records the page, the site or tagged link it came from, the hour, the country
            of the browser’s time zone, and the type of device, browser and operating system. It uses no cookies and
            stores no IP addresses.
          </li>
          <li>
            To count visitors within a day, it stores a hash of the network address, the browser and a random value. The
            random value is deleted when the day ends ({formatTimeZone(timeZone)}). A person who visits on three days
            counts as three daily visitors.
          </li>
          <li>
            Individual page views are kept for today and yesterday. After that, only daily totals remain, with up to 500
            entries per list.
          </li>
          <li>
            Not tracked: your own visits, bots, browsers without JavaScript, and visitors who use Global Privacy Control
            or Do Not Track. Only public pages are tracked, not orders, documents, previews or the dashboard.
          </li>
        </ul>
        <ActionForm
          intent={isTrackingEnabled ? 'turn-off' : 'turn-on'}
          label={isTrackingEnabled ? 'Turn off tracking' : 'Turn on tracking'}
          busyLabel="Saving…"
          primary={!isTrackingEnabled}
          failure={failure}
        />
      </SettingsSection>
      {trackedSince !== null && (
        <SettingsSection
          id="erase"
          title="Delete statistics"
          description="Deletes all visit statistics so far. You can’t undo this."
        >
          <PageForm intent="erase" error={refused} submitLabel="Delete all statistics" busyLabel="Deleting…" danger>
            <label className="flex min-h-11 items-center gap-3 text-small">
              <input
                type="checkbox"
                name="confirm"
                value="yes"
                className="size-5 shrink-0"
                aria-invalid={refused?.fields.confirm ? true : undefined}
                aria-describedby={refused?.fields.confirm ? 'confirm-error' : undefined}
              />
              Yes, delete all visit statistics
            </label>
            {refused?.fields.confirm && (
              <p id="confirm-error" className="text-small text-danger">
                {refused.fields.confirm}
              </p>
            )}
          </PageForm>
        </SettingsSection>
      )}
    </div>
  );
}
