import { Form, useNavigation } from 'react-router';
import { SiteMoment } from '#ui/DateTime.tsx';
import type { ExternalCalendarSummary } from '../contract.ts';

export function ExternalCalendarList({ items }: { items: readonly ExternalCalendarSummary[] }) {
  const navigation = useNavigation();
  const busyWith = navigation.formData?.get('intent') === 'refresh' ? navigation.formData.get('calendar') : null;
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
            <CalendarButton calendar={calendar} intent="refresh" disabled={busyWith !== null}>
              {busyWith === String(calendar.id) ? 'Fetching…' : 'Fetch now'}
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
