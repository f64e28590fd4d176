import { useLoaderData } from 'react-router';
import {
  CurrencyRates,
  MoneyPeriodPicker,
  MoneyReportView,
  parseMoneyPeriod,
  toPeriodName,
} from '#features/billing/browser.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { SiteZoneNote } from '#ui/DateTime.tsx';
import { TabLinks } from '#ui/TabLinks.tsx';
import { EmptyState } from '#ui/table/TableToolbar.tsx';
import { toast } from '#ui/toast.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const asked = parseMoneyPeriod(searchParams.get('period') ?? '');
  const all = searchParams.get('all');
  const [report, recurring] = await Promise.all([
    api.billing.getMoneyReport({
      ...(asked ? { period: toPeriodName(asked) } : {}),
      ...(all === 'clients' || all === 'offers' ? { all } : {}),
    }),
    api.orders.getRecurringRevenue(),
  ]);
  return { report, recurring: recurring.items, currency: searchParams.get('currency') };
});

export const action = pageAction(async ({ api, form }) => {
  const rates = [...form].flatMap(([name, currency]) => {
    const row = /^(rates\.\d+)\.currency$/.exec(name)?.[1];
    return row === undefined ? [] : [{ currency, rate: form.get(`${row}.rate`) ?? '' }];
  });
  await api.billing.updateCurrencyRates({ rates });
  toast.success('Exchange rates saved');
});

/** Received, invoiced and unpaid money, for the owner. */
export function Component() {
  const { report, recurring, currency } = useLoaderData<typeof loader>();
  const { currencies, converted, today, years } = report;
  const failure = useRejectedForm();
  const period = parseMoneyPeriod(report.period);
  const isConverted = currency === 'all' && currencies.length > 1;
  const shown = isConverted ? converted.report : (currencies.find(one => one.currency === currency) ?? currencies[0]);
  const [year = 0, month = 1] = today.split('-').map(Number);
  return (
    <DashboardPage
      title="Money overview"
      intro="Received, invoiced and unpaid money. Amounts include tax. Select a figure to see its invoices or payments."
    >
      {years.length === 0 || !period ? (
        <EmptyState title="No invoices yet.">
          After the first invoice, this page shows received and unpaid money by month, client and offer.
        </EmptyState>
      ) : (
        <>
          <MoneyPeriodPicker
            period={period}
            firstYear={Math.min(year, ...years)}
            today={{ year, month: month - 1 }}
            toHref={name => withQuery(dashboardPaths.money, { period: name, currency: currency ?? undefined })}
          />
          {currencies.length > 1 && (
            <TabLinks
              label="Currency"
              className="mt-2"
              tabs={[
                ...currencies.map(({ currency: code }) => ({ code, label: code })),
                { code: 'all', label: `All in ${converted.currency}` },
              ].map(({ code, label }) => ({
                label,
                to: withQuery(dashboardPaths.money, { period: report.period, currency: code }),
                isCurrent: code === (isConverted ? 'all' : shown?.currency),
              }))}
            />
          )}
          <div className="mt-8">
            {shown ? (
              <MoneyReportView
                report={shown}
                period={period}
                recurring={isConverted ? undefined : recurring.find(one => one.currency === shown.currency)}
                isConverted={isConverted}
              />
            ) : (
              !isConverted && <EmptyState title="No invoices or payments in this year or the one before." />
            )}
            {isConverted && <CurrencyRates currency={converted.currency} rates={converted.rates} failure={failure} />}
          </div>
          <SiteZoneNote className="mt-8" />
        </>
      )}
    </DashboardPage>
  );
}
