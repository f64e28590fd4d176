import { Link, useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { ApiError } from '#shared/errors.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { toast } from '#ui/toast.ts';
import { formatTimeZone } from '#shared/time.ts';
import { MAX_RANGES_PER_DAY } from '../../lifecycle/contract/limits.ts';
import { weekdayNames } from '../../lifecycle/rules/calendar-view.ts';
import {
  DateOverrideForm,
  CopyDayForm,
  BookingSettingsForm,
  WeeklyAvailabilityForm,
} from '../components/AvailabilityForms.tsx';
import { parseTimeRanges, readTimeRangeInputs } from '../rules.ts';

export const loader = pageLoader(({ api }) => api.calendar.getAvailability());

const outcomeMessages: Readonly<Record<string, string>> = {
  hours: 'Hours saved',
  copy: 'Hours copied',
  'add-override': 'Date overrides saved',
  'remove-override': 'Date override removed',
  rules: 'Booking rules saved. They apply to new bookings.',
};

export const action = pageAction(async ({ api: { calendar }, form, getAll }) => {
  const text = (name: string) => form.get(name) ?? '';
  const ranges = (prefix: string) =>
    parseTimeRanges(readTimeRangeInputs(Object.fromEntries(form), prefix, MAX_RANGES_PER_DAY));
  const intent = text('intent');
  const version = text('version');
  switch (intent) {
    case 'hours': {
      const weekly = weekdayNames.map((_name, index) => ({ weekday: index + 1, ranges: ranges(String(index + 1)) }));
      await calendar.updateWeeklyAvailability({ weekly, version });
      break;
    }
    case 'copy': {
      const { weekly } = await calendar.getAvailability();
      const source = weekly.find(({ weekday }) => String(weekday) === text('source'))?.ranges ?? [];
      const targets = getAll('target');
      if (targets.length === 0) throw new ApiError(422, 'Choose the days to copy to.');
      const copied = weekly.map(day => (targets.includes(String(day.weekday)) ? { ...day, ranges: source } : day));
      await calendar.updateWeeklyAvailability({ weekly: copied, version });
      break;
    }
    case 'add-override':
      await calendar.createDateOverrides({
        from: text('from'),
        until: text('until') || undefined,
        ranges: ranges('override'),
        note: text('note'),
      });
      break;
    case 'remove-override':
      await calendar.deleteDateOverride({ day: text('day') });
      break;
    default:
      await calendar.updateSettings({
        bufferBeforeMinutes: text('bufferBeforeMinutes'),
        bufferAfterMinutes: text('bufferAfterMinutes'),
        minimumNoticeHours: text('minimumNoticeHours'),
        minimumChangeNoticeHours: text('minimumChangeNoticeHours'),
        bookingWindowDays: text('bookingWindowDays'),
        maxBookingsPerDay: text('maxBookingsPerDay'),
        slotIntervalMinutes: text('slotIntervalMinutes'),
        meetingLocation: text('meetingLocation'),
        version,
      });
  }
  toast.success(outcomeMessages[intent] ?? 'Availability saved');
  return { intent };
});

export function Component() {
  const availability = useLoaderData<typeof loader>();
  const failed = useRejectedForm();
  const failureOf = (intent: string) => (failed?.values.intent === intent ? failed : undefined);
  return (
    <DashboardPage
      title="Availability"
      intro={
        <>
          Set when clients can book consultations. Changes don’t affect existing bookings. Times are in{' '}
          <strong>{formatTimeZone(availability.timeZone)}</strong>. You can change your time zone in{' '}
          <Link className="link" to={dashboardPaths.settings}>
            Settings
          </Link>
          .
        </>
      }
    >
      <ErrorNotice className="mb-6" message={failureOf('remove-override')?.failed.message} />
      <div className="[&>section:first-child]:border-t-0 [&>section:first-child]:pt-4">
        <SettingsSection
          title="Weekly hours"
          description="Add one or more time ranges per day. Days without hours are unavailable."
        >
          <WeeklyAvailabilityForm availability={availability} failure={failureOf('hours')} />
          <CopyDayForm availability={availability} failure={failureOf('copy')} />
        </SettingsSection>
        <SettingsSection
          title="Date overrides"
          description="Dates when your availability differs from your weekly hours."
        >
          <DateOverrideForm availability={availability} failure={failureOf('add-override')} />
        </SettingsSection>
        <SettingsSection
          title="Booking rules"
          description="Set buffers, notice periods, limits and the location of consultations."
        >
          <BookingSettingsForm availability={availability} failure={failureOf('rules')} />
        </SettingsSection>
      </div>
    </DashboardPage>
  );
}
