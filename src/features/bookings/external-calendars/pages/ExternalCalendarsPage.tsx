import type { FormEventHandler } from 'react';
import { Form, useLoaderData, useNavigation } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { totalText } from '#shared/lists.ts';
import { copyText } from '#ui/copy-text.ts';
import type { ConfirmOptions } from '#ui/ConfirmDialog.tsx';
import { textField, useConfirmedSubmit } from '#ui/confirmed-submit.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { SiteMoment } from '#ui/DateTime.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { createFieldProps } from '#ui/field-props.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { ExternalCalendarSummary } from '../contract.ts';

export const loader = pageLoader(async ({ api }) => {
  const [{ items }, { url }] = await Promise.all([api.calendar.listExternalCalendars(), api.calendar.getFeed()]);
  return { items, address: url };
});

const outcomeMessages: Readonly<Record<string, string>> = {
  add: 'Calendar added',
  refresh: 'Calendar synced',
  broken: 'Couldn’t sync the calendar. See its error for details.',
  remove: 'Calendar removed',
  renew: 'Link replaced. The old link no longer works.',
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
  (did === 'broken' ? toast.error : toast.success)(outcomeMessages[did] ?? 'Changes saved');
  return { did };
});

export function Component() {
  const { items, address } = useLoaderData<typeof loader>();
  const failed = useRejectedForm();
  const adding = failed?.values.intent === 'add' ? failed : undefined;
  const field = createFieldProps(adding);
  const { onSubmit, dialog } = useConfirmedSubmit(getConfirmation);
  return (
    <DashboardPage
      title="External calendars"
      intro="Block times when you’re busy elsewhere, and see your bookings in your own calendar app."
    >
      <ErrorNotice className="mb-6" message={!adding && failed?.failed.message} />
      <div className="[&>section:first-child]:border-t-0 [&>section:first-child]:pt-4">
        <SettingsSection
          title="Connected calendars"
          description="Calendars sync every 15 minutes. Only busy times are saved, not event details. If a sync fails, the busy times from the last successful sync still apply."
        >
          <ExternalCalendarList items={items} onSubmit={onSubmit} />
        </SettingsSection>
        <SettingsSection
          title="Add a calendar"
          description="Google, Apple, Outlook, Nextcloud and others provide a secret iCal link for each calendar, usually in its sharing or publishing settings. The link is stored encrypted."
        >
          <PageForm intent="add" error={adding?.failed} submitLabel="Add calendar" busyLabel="Adding…" resetsWhenDone>
            <TextField
              label="Name"
              hint="Only you can see this. For example: Family."
              maxLength={80}
              autoComplete="off"
              {...field('name')}
            />
            <TextField
              label="Calendar link"
              type="url"
              inputMode="url"
              hint="Starts with https:// or webcal:// and usually ends in .ics."
              autoComplete="off"
              {...field('url')}
            />
          </PageForm>
        </SettingsSection>
        <SettingsSection
          title="Subscribe to your bookings"
          description="Add this link to your calendar app to see your confirmed consultations. Anyone with the link can see their times, titles and client names, so keep it private."
        >
          <CalendarFeedUrl url={address} onSubmit={onSubmit} />
        </SettingsSection>
      </div>
      {dialog}
    </DashboardPage>
  );
}

type OnSubmit = FormEventHandler<HTMLFormElement>;

function getConfirmation(data: FormData): ConfirmOptions | undefined {
  if (data.get('intent') === 'remove') {
    return {
      title: `Remove ${textField(data, 'name')}?`,
      description: 'Clients can then book times when you’re busy in this calendar.',
      confirmLabel: 'Remove calendar',
    };
  }
  if (data.get('intent') !== 'renew') return undefined;
  return {
    title: 'Replace the subscription link?',
    description: 'Calendar apps that use the current link will stop receiving your bookings.',
    confirmLabel: 'Replace link',
  };
}

function CalendarFeedUrl({ url, onSubmit }: { url: string; onSubmit: OnSubmit }) {
  const copy = () => copyText(url, 'Link copied', 'Your browser blocked copying. Select the link and copy it.');
  return (
    <div className="grid gap-4">
      <label>
        <span className="mb-1.5 block font-display text-small font-semibold">Subscription link</span>
        <input className="field font-mono text-small" readOnly value={url} onFocus={event => event.target.select()} />
      </label>
      <div className="flex flex-wrap gap-3">
        <button type="button" className="button" onClick={() => void copy()}>
          Copy link
        </button>
        <Form method="post" onSubmit={onSubmit}>
          <input type="hidden" name="intent" value="renew" />
          <button type="submit" className="button">
            Replace link
          </button>
        </Form>
      </div>
    </div>
  );
}

interface ExternalCalendarListProps {
  items: readonly ExternalCalendarSummary[];
  onSubmit: OnSubmit;
}

function ExternalCalendarList({ items, onSubmit }: ExternalCalendarListProps) {
  const navigation = useNavigation();
  const refreshing = navigation.formData?.get('intent') === 'refresh' ? navigation.formData.get('calendar') : null;
  if (items.length === 0) {
    return (
      <p className="text-small text-ink-soft">
        No external calendars yet. Add one so clients can’t book times when you’re busy elsewhere.
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
            {totalText(calendar.upcomingBusyTimes, ['upcoming busy time', 'upcoming busy times'])}.{' '}
            {calendar.lastFetchedAt ? (
              <>
                Last synced <SiteMoment instant={calendar.lastFetchedAt} />
              </>
            ) : (
              'Not synced yet.'
            )}
          </p>
          {calendar.lastError && (
            <p className="mt-2 border-l-2 border-danger pl-4 text-small">
              The last sync failed
              {calendar.lastAttemptAt && (
                <>
                  {' '}
                  on <SiteMoment instant={calendar.lastAttemptAt} />
                </>
              )}
              . {calendar.lastError}
              {calendar.lastFetchedAt && ' The busy times from the last successful sync still apply.'}
            </p>
          )}
          {calendar.warning && <p className="mt-2 border-l-2 border-rule-strong pl-4 text-small">{calendar.warning}</p>}
          <div className="mt-3 flex flex-wrap gap-3">
            <CalendarButton calendar={calendar} intent="refresh" onSubmit={onSubmit} disabled={refreshing !== null}>
              {refreshing === String(calendar.id) ? 'Syncing…' : 'Sync now'}
            </CalendarButton>
            <CalendarButton calendar={calendar} intent="remove" onSubmit={onSubmit}>
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
  onSubmit: OnSubmit;
  disabled?: boolean;
  children: string;
}

function CalendarButton({ calendar, intent, onSubmit, disabled, children }: CalendarButtonProps) {
  return (
    <Form method="post" onSubmit={onSubmit}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="calendar" value={calendar.id} />
      <input type="hidden" name="name" value={calendar.name} />
      <button
        type="submit"
        className={`button ${intent === 'remove' ? 'button-danger' : ''}`}
        disabled={disabled}
        aria-label={`${children} ${calendar.name}`}
      >
        {children}
      </button>
    </Form>
  );
}
