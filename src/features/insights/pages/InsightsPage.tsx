import { Link, useLoaderData } from 'react-router';
import { parseListParams } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { ApiError } from '#shared/errors.ts';
import { withQuery } from '#shared/paths.ts';
import { formatPlainDate } from '#shared/time.ts';
import { toast } from '#ui/toast.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { TrackingSettings } from '../components/TrackingSettings.tsx';
import { TimeSeriesChart, TimeSeriesLegend, TimeSeriesTable } from '../components/TimeSeriesChart.tsx';
import { MetricRow } from '../components/MetricRow.tsx';
import { OrderFunnel } from '../components/OrderFunnel.tsx';
import { DateRangePicker } from '../components/DateRangePicker.tsx';
import { BreakdownList } from '../components/BreakdownList.tsx';
import { CsvLink } from '../components/CsvLink.tsx';
import { WebVitalsTable } from '../components/WebVitalsTable.tsx';
import { type Dimension, dimensionLabels } from '../contract/limits.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const params = parseListParams(searchParams, ['range', 'from', 'to', 'dimension']);
  // An empty value is valid: it means unknown.
  const value = params.dimension === undefined ? undefined : (searchParams.get('value') ?? undefined);
  const query = { ...params, ...(value === undefined ? {} : { value }) };
  try {
    return { summary: await api.insights.getSummary(query), days: params, refused: undefined };
  } catch (error) {
    // Keep invalid dates in the form, with their errors.
    if (!ApiError.is(error) || !error.data || error.status !== 400) throw error;
    return { summary: await api.insights.getSummary({}), days: params, refused: error.data.error.fields };
  }
});

export const action = pageAction(async ({ api, form }) => {
  const intent = form.get('intent') ?? '';
  if (intent === 'erase') await api.insights.deleteAll({ confirm: form.get('confirm') ?? '' });
  else await api.insights.updateSettings({ isTrackingEnabled: intent === 'turn-on' });
  toast.success(messages[intent] ?? 'Settings saved');
});

const messages: Readonly<Record<string, string>> = {
  'turn-on': 'Tracking turned on',
  'turn-off': 'Tracking turned off',
  erase: 'Statistics deleted',
};

/** Long lists are shown side by side, short ones stacked in two columns. */
const LONG = ['page', 'entry_page', 'source', 'country'] as const;
const SHORT = [
  ['device', 'os'],
  ['browser', 'campaign', 'medium'],
] as const;

/** Statistics of visits and conversions, for the owner. */
export function Component() {
  const { summary, days, refused } = useLoaderData<typeof loader>();
  const {
    range,
    previousRange,
    timeZone,
    comparison,
    timeSeries,
    breakdowns,
    filter,
    vitals,
    funnel,
    trackedSince,
    isTrackingEnabled,
  } = summary;
  const period = range.name === null ? { from: range.from, to: range.to } : { range: range.name };
  const urlPeriod = range.name === '30d' ? {} : period;
  const oneDay = range.from === range.to;
  const hasChart = (timeSeries?.points.length ?? 0) > 1 || timeSeries?.interval === 'hour';
  const fileOf = (table: string) => withQuery(dashboardPaths.insightsExport, { ...period, table });
  const city = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  const rankedList = (name: Dimension) => {
    const list = breakdowns.find(one => one.dimension === name);
    return (
      list && (
        <BreakdownList
          key={name}
          breakdown={list}
          hrefOf={value => valueHref(name, value, urlPeriod)}
          exportUrl={fileOf(name)}
        />
      )
    );
  };
  return (
    <DashboardPage
      title="Insights"
      intro={`How many people visit your site, where they come from, and how many place orders. Days are in the ${city} time zone.`}
    >
      {!isTrackingEnabled && (
        <p className="mb-6 border-l-2 border-rule-strong pl-4 text-small">
          Tracking is off.{' '}
          <a className="link" href="#counting">
            View tracking settings
          </a>
        </p>
      )}
      <DateRangePicker
        preset={range.name}
        days={{ from: days.from ?? range.from, to: days.to ?? range.to }}
        fieldErrors={refused}
        preservedQuery={filter ? { dimension: filter.list, value: filter.value } : {}}
      />
      {trackedSince === null ? (
        <NoVisits counting={isTrackingEnabled} />
      ) : (
        <>
          {filter && (
            <p className="mt-6 flex flex-wrap items-center gap-x-6 text-small">
              <span>
                {dimensionLabels[filter.list]}:{' '}
                <strong className="font-semibold [overflow-wrap:anywhere]">{filter.label}</strong>
              </span>
              <Link
                className="link inline-flex min-h-11 items-center"
                to={withQuery(dashboardPaths.insights, urlPeriod)}
              >
                Clear filter
              </Link>
            </p>
          )}
          <div className="mt-8">
            <MetricRow comparison={comparison} isSingleDay={oneDay} />
            <p className="hint mt-3">
              {formatPeriod(range)}, compared with {formatPeriod(previousRange)}
              {range.name === 'today' && ' (full day)'}
              {!comparison.isComparable && `. Tracking started on ${formatPlainDate(trackedSince)}.`}
            </p>
          </div>
          {timeSeries && (
            <section aria-label="Visitors and views over time" className="mt-10">
              <div className="mb-5 flex flex-wrap items-center justify-between gap-x-6">
                {hasChart ? (
                  <TimeSeriesLegend />
                ) : (
                  <p className="hint">Hourly data is only available for today and yesterday.</p>
                )}
                {!filter && <CsvLink href={fileOf('course')} label="Download chart data as CSV" />}
              </div>
              {hasChart && (
                <TimeSeriesChart
                  series={timeSeries}
                  label={`Visitors and views, ${formatPeriod(range)}. The table below shows the same data.`}
                />
              )}
              <TimeSeriesTable series={timeSeries} />
            </section>
          )}
          {filter && (
            <p className="mt-6 max-w-[36em] text-small text-ink-soft">
              To protect privacy, each list is counted separately. For example, you can’t see where the visitors of one
              page came from.
              {!timeSeries && ' Hourly data isn’t available for a single entry. Choose a longer period to see a chart.'}
            </p>
          )}
          {!filter && (
            <>
              <div className="mt-14 grid items-start gap-12 md:grid-cols-2 xl:grid-cols-3">
                {LONG.map(rankedList)}
                {SHORT.map(names => (
                  <div key={names[0]} className="grid min-w-0 gap-12">
                    {names.map(rankedList)}
                  </div>
                ))}
              </div>
              <div className="mt-14 grid items-start gap-x-12 gap-y-12 xl:grid-cols-2">
                {funnel && <OrderFunnel funnel={funnel} />}
                <WebVitalsTable vitals={vitals} exportUrl={fileOf('vitals')} />
              </div>
            </>
          )}
        </>
      )}
      <TrackingSettings isTrackingEnabled={isTrackingEnabled} trackedSince={trackedSince} timeZone={timeZone} />
    </DashboardPage>
  );
}

/** Returns the URL of the report on one value, which may be empty. */
function valueHref(dimension: string, value: string, period: Record<string, string>): string {
  return `${dashboardPaths.insights}?${new URLSearchParams({ ...period, dimension, value })}`;
}

function formatPeriod({ from, to }: { from: string; to: string }): string {
  return from === to ? formatPlainDate(from) : `${formatPlainDate(from)} to ${formatPlainDate(to)}`;
}

function NoVisits({ counting }: { counting: boolean }) {
  return (
    <div className="mt-10 max-w-[31em]">
      <h2 className="text-h3">No visits yet.</h2>
      <p className="mt-3 text-small text-ink-soft">
        {counting
          ? 'After the first visit, this page shows visitors and views over time, popular pages, traffic sources, devices, countries, page speed and how many visitors go on to order.'
          : 'Turn on tracking below to see which pages people visit and where they come from.'}
      </p>
      {counting && (
        <p className="mt-3 text-small text-ink-soft">
          Your own visits aren’t counted. To test tracking, open your site in a browser where you’re signed out.
        </p>
      )}
    </div>
  );
}
