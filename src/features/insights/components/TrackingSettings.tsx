import { useActionData } from 'react-router';
import { ActionForm } from '#ui/ActionForm.tsx';
import type { ActionResult } from '#platform/pages/loader.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import type { Summary } from '../contract/reports.ts';

type TrackingSettingsProps = Pick<Summary, 'isTrackingEnabled' | 'trackedSince' | 'timeZone'>;

/** Explains what is tracked and stored, with controls to disable tracking and delete all data. */
export function TrackingSettings({ isTrackingEnabled, trackedSince, timeZone }: TrackingSettingsProps) {
  const result = useActionData<ActionResult<unknown>>();
  const refused = result && 'failed' in result && result.values.intent === 'erase' ? result.failed : undefined;
  return (
    <div className="mt-16">
      <SettingsSection
        id="counting"
        title="What is counted"
        description={
          isTrackingEnabled
            ? 'Visits are counted. Turned off, no page has the script for it, and nothing is taken.'
            : 'Visits are not counted. What was counted before is still here.'
        }
      >
        <ul className="mb-7 grid list-disc gap-2 pl-5 text-small marker:text-ink-faint">
          <li>
            Of a page view: the page, the site or marked link that led to it, the country of the browser’s time zone,
            and coarsely the kind of device, browser and system. No cookie, no IP address, and no time but the hour.
          </li>
          <li>
            Visitors of one day are told apart by a hash of network address, browser and a random value, which is
            deleted when the day is over ({timeZone}). Whoever comes on three days is three daily visitors.
          </li>
          <li>
            Single views are deleted after yesterday; what stays are the counts of each day, and of each day the first
            500 entries of a list.
          </li>
          <li>
            Not counted: you, programs, browsers without script, and whoever asks for privacy by Global Privacy Control
            or Do Not Track. Nor is anything but the public pages: no order, document, preview or dashboard.
          </li>
        </ul>
        <ActionForm
          intent={isTrackingEnabled ? 'turn-off' : 'turn-on'}
          label={isTrackingEnabled ? 'Turn counting off' : 'Turn counting on'}
          busyLabel="Saving…"
          primary={!isTrackingEnabled}
        />
      </SettingsSection>
      {trackedSince !== null && (
        <SettingsSection
          id="erase"
          title="Delete it"
          description="All that was counted until now. It cannot be brought back."
        >
          <PageForm intent="erase" error={refused} submitLabel="Delete all counts" busyLabel="Deleting…">
            <label className="flex min-h-11 items-center gap-3 text-small">
              <input
                type="checkbox"
                name="confirm"
                value="yes"
                className="size-5 shrink-0"
                aria-invalid={refused?.fields.confirm ? true : undefined}
                aria-describedby={refused?.fields.confirm ? 'confirm-error' : undefined}
              />
              Yes, delete everything that was counted
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
