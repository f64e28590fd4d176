import { Form, useActionData, useLoaderData, useNavigation } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { SiteMoment } from '#ui/DateTime.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { createFieldProps } from '#ui/field-props.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import { CalendarTabs } from '../../lifecycle/components/CalendarTabs.tsx';
import type { ExternalCalendarSummary } from '../contract.ts';

export const loader = pageLoader(async ({ api }) => {
  const [{ items }, { url }] = await Promise.all([api.calendar.listExternalCalendars(), api.calendar.getFeed()]);
  return { items, address: url };
});

const outcomeMessages: Readonly<Record<string, string>> = {
  add: 'The calendar is added and fetched.',
  refresh: 'The calendar is fetched.',
  broken: 'The calendar could not be fetched: its line says why.',
  remove: 'The calendar and its busy times are removed.',
  renew: 'Subscribe to the new address; the old one has ended.',
};

export const action = pageAction(async ({ api, form }) => {
  const intent = form.get('intent') ?? '';
  const calendar = form.get('calendar') ?? '';
  let did = intent;
  if (intent === 'add' || intent === 'refresh') {
    const fetched =
      intent === 'add'
        ? await api.calendar.addExternalCalendar({ name: form.get('name') ?? '', url: form.get('url') ?? '' })
        : await api.calendar.refreshExternalCalendar({ calendar });
    if (fetched.lastError) did = 'broken';
  } else if (intent === 'remove') await api.calendar.deleteExternalCalendar({ calendar });
  else await api.calendar.rotateFeed();
  (did === 'broken' ? toast.error : toast.success)(outcomeMessages[did] ?? 'Done.');
  return { did, at: Date.now() };
});

export function Component() {
  const { items, address } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const failed = result && 'failed' in result ? result : undefined;
  const adding = failed?.values.intent === 'add' ? failed : undefined;
  const field = createFieldProps(adding);
  const added = result && 'done' in result && result.done.did !== 'refresh' ? result.done.at : 0;
  return (
    <DashboardPage
      title="Other calendars"
      intro="Appointments that you have elsewhere are taken out of what can be booked here, and what is booked here can be seen there."
    >
      <CalendarTabs current="Other calendars" />
      <ErrorNotice className="mb-6" message={!adding && failed?.failed.message} />
      <div className="[&>section:first-child]:border-t-0 [&>section:first-child]:pt-4">
        <SettingsSection
          title="When you are busy"
          description="Each is fetched every 15 minutes. What its events are about is not kept, only when they are. Where a fetch fails, the times of the one before still count."
        >
          <ExternalCalendarList items={items} />
        </SettingsSection>
        <SettingsSection
          title="Add a calendar"
          description="Google, Apple, Outlook, Nextcloud and others give each calendar a secret address in iCal format, often under Sharing or Publish. It is kept sealed."
        >
          <PageForm key={added} intent="add" error={adding?.failed} submitLabel="Add and fetch" busyLabel="Fetching…">
            <TextField
              label="Name"
              hint="For yourself, such as Family."
              maxLength={80}
              autoComplete="off"
              {...field('name')}
            />
            <TextField
              label="Address"
              type="url"
              inputMode="url"
              hint="Begins with https:// or webcal:// and often ends in .ics."
              autoComplete="off"
              {...field('url')}
            />
          </PageForm>
        </SettingsSection>
        <SettingsSection
          title="Your bookings there"
          description="Confirmed consultations as a calendar to subscribe to. Whoever has the address can read when they are, what they are about and with whom, so keep it to yourself."
        >
          <CalendarFeedUrl url={address} />
        </SettingsSection>
      </div>
    </DashboardPage>
  );
}

function CalendarFeedUrl({ url }: { url: string }) {
  const copy = () =>
    navigator.clipboard.writeText(url).then(
      () => toast.success('Address copied'),
      () => toast.error('The browser did not allow copying. Select the address to copy it.'),
    );
  return (
    <div className="grid gap-4">
      <label>
        <span className="mb-1.5 block font-display text-small font-semibold">Address to subscribe to</span>
        <input className="field font-mono text-small" readOnly value={url} onFocus={event => event.target.select()} />
      </label>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button" onClick={() => void copy()}>
          Copy
        </button>
        <Form method="post">
          <input type="hidden" name="intent" value="renew" />
          <button type="submit" className="button">
            End it and make a new one
          </button>
        </Form>
      </div>
    </div>
  );
}

function ExternalCalendarList({ items }: { items: readonly ExternalCalendarSummary[] }) {
  const navigation = useNavigation();
  const refreshing = navigation.formData?.get('intent') === 'refresh' ? navigation.formData.get('calendar') : null;
  if (items.length === 0) {
    return (
      <p className="border-y border-rule py-6 text-small text-ink-soft">
        None yet. With one, nobody can book while you have an appointment elsewhere.
      </p>
    );
  }
  return (
    <ul className="border-t border-rule">
      {items.map(calendar => (
        <li key={calendar.id} className="border-b border-rule py-4">
          <h3 className="text-h4 [overflow-wrap:anywhere]">{calendar.name}</h3>
          <p className="meta [overflow-wrap:anywhere]">{calendar.host}</p>
          <p className="mt-2 text-small">
            {calendar.upcomingBusyTimes === 1 ? '1 busy time' : `${calendar.upcomingBusyTimes} busy times`} from now on.{' '}
            {calendar.lastFetchedAt ? (
              <>
                Fetched <SiteMoment instant={calendar.lastFetchedAt} />
              </>
            ) : (
              'Never fetched yet.'
            )}
          </p>
          {calendar.lastError && (
            <p className="mt-2 border-l-2 border-danger pl-4 text-small">
              The last try failed
              {calendar.lastAttemptAt && (
                <>
                  , <SiteMoment instant={calendar.lastAttemptAt} />
                </>
              )}
              . {calendar.lastError}
              {calendar.lastFetchedAt && ' The times of the fetch before still count.'}
            </p>
          )}
          {calendar.warning && <p className="mt-2 border-l-2 border-rule-strong pl-4 text-small">{calendar.warning}</p>}
          <div className="mt-3 flex flex-wrap gap-3">
            <CalendarButton calendar={calendar} intent="refresh" disabled={refreshing !== null}>
              {refreshing === String(calendar.id) ? 'Fetching…' : 'Fetch now'}
            </CalendarButton>
            <CalendarButton calendar={calendar} intent="remove">
              Remove
            </CalendarButton>
          </div>
        </li>
      ))}
    </ul>
  );
}

interface CalendarButtonProps {
  calendar: ExternalCalendarSummary;
  intent: string;
  disabled?: boolean;
  children: string;
}

function CalendarButton({ calendar, intent, disabled, children }: CalendarButtonProps) {
  return (
    <Form method="post">
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="calendar" value={calendar.id} />
      <button type="submit" className="button" disabled={disabled} aria-label={`${children} ${calendar.name}`}>
        {children}
      </button>
    </Form>
  );
}
