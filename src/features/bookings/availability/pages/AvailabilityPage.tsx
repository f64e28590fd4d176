import { Link, useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { toast } from '#ui/toast.ts';
import { CalendarTabs } from '../../lifecycle/components/CalendarTabs.tsx';
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
  hours: 'Your hours are saved.',
  copy: 'The hours are copied.',
  apart: 'The days are set apart.',
  drop: 'That day is as others of the week again.',
  rules: 'The rules are saved. They hold for what is booked from now on.',
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
      const copied = weekly.map(day => (targets.includes(String(day.weekday)) ? { ...day, ranges: source } : day));
      await calendar.updateWeeklyAvailability({ weekly: copied, version });
      break;
    }
    case 'apart':
      await calendar.createDateOverrides({
        from: text('from'),
        until: text('until') || text('from'),
        ranges: ranges('apart'),
        note: text('note'),
      });
      break;
    case 'drop':
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
  toast.success(outcomeMessages[intent] ?? 'Saved.');
  return { intent };
});

export function Component() {
  const availability = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const failed = result && 'failed' in result ? result : undefined;
  const failureOf = (intent: string) => (failed?.values.intent === intent ? failed : undefined);
  const otherFailure = failed && ['copy', 'drop'].includes(failed.values.intent ?? '') ? failed : undefined;
  return (
    <DashboardPage
      title="Availability"
      intro={
        <>
          When consultations can be booked, by the clock of <strong>{availability.timeZone}</strong>, your time zone. It
          is set under{' '}
          <Link className="link" to={dashboardPaths.settings}>
            Settings
          </Link>
          . What is booked already stays.
        </>
      }
    >
      <CalendarTabs current="Availability" />
      <ErrorNotice className="mb-6" message={otherFailure?.failed.message} />
      <div className="[&>section:first-child]:border-t-0 [&>section:first-child]:pt-4">
        <SettingsSection
          title="Hours of the week"
          description="A day may have several parts. A day without any is closed."
        >
          <WeeklyAvailabilityForm availability={availability} failure={failureOf('hours')} />
          <CopyDayForm availability={availability} />
        </SettingsSection>
        <SettingsSection title="Days apart" description="Days that are closed, or have hours of their own.">
          <DateOverrideForm availability={availability} failure={failureOf('apart')} />
        </SettingsSection>
        <SettingsSection
          title="Rules"
          description="How close together, how soon and how far off consultations can be booked."
        >
          <BookingSettingsForm key={availability.version} availability={availability} failure={failureOf('rules')} />
        </SettingsSection>
      </div>
    </DashboardPage>
  );
}
