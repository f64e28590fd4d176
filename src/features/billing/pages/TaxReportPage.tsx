import { Link, useLoaderData } from 'react-router';
import { parseListParams } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { sumAmounts } from '#shared/money-arithmetic.ts';
import { withQuery } from '#shared/paths.ts';
import { formatPlainDate } from '#shared/time.ts';
import { UnbrokenNumbers } from '#ui/UnbrokenNumbers.tsx';
import { SiteZoneNote } from '#ui/DateTime.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { DashboardSection } from '#ui/DashboardSection.tsx';
import { DownloadCsvLink } from '#ui/table/TableList.tsx';
import { TabLinks } from '#ui/TabLinks.tsx';
import { toast } from '#ui/toast.ts';
import { MoneyPeriodPicker } from '../components/MoneyPeriodPicker.tsx';
import { DatevExport } from '../components/DatevExport.tsx';
import type { DatevSettings } from '../contract/datev.ts';
import type { ReportedTax, TaxReport } from '../contract/tax-report.ts';
import { formatAmount, formatDocumentTitle, nameDocument, formatTax } from '../rules/labels.ts';
import { parseMoneyPeriod } from '../rules/money-periods.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const query = parseListParams(searchParams, ['period', 'basis', 'currency', 'tax']);
  const [report, datev] = await Promise.all([api.billing.getTaxReport(query), api.billing.getDatevSettings()]);
  return { report, datev, query };
});

export const action = pageAction(async ({ api, form }) => {
  const value = (name: string) => form.get(name) ?? '';
  await api.billing.updateDatevSettings({
    consultantNumber: value('consultantNumber'),
    clientNumber: value('clientNumber'),
    chart: value('chart') as DatevSettings['chart'],
    debtorAccount: value('debtorAccount'),
  });
  toast.success('DATEV settings saved');
});

type Query = Readonly<Record<string, string>>;
type Loaded = { report: TaxReport; query: Query };

export function Component() {
  const { report, datev, query } = useLoaderData<typeof loader>();
  const failure = useRejectedForm();
  const { period, currencies } = report;
  return (
    <DashboardPage
      title="Tax report"
      intro="The net and tax amounts of each rate, for your tax return. By payment date, each payment counts with its share of the invoice’s tax."
      aside={
        currencies.length > 0 && (
          <DownloadCsvLink path={dashboardPaths.taxReportExport} query={{ period, basis: query.basis ?? 'invoice' }} />
        )
      }
    >
      <PeriodLinks report={report} query={query} />
      {currencies.length === 0 ? (
        <p className="mt-8 text-ink-soft">
          {query.basis === 'payment' ? 'No payments or refunds' : 'No invoices or credit notes'} in this period.
        </p>
      ) : (
        <div className="mt-10 grid gap-y-12">
          {currencies.map(one => (
            <CurrencyTaxes key={one.currency} taxes={one} query={query} />
          ))}
          <div id="rows" className="scroll-mt-8">
            <Entries report={report} query={query} />
          </div>
        </div>
      )}
      <div className="mt-12">
        <DatevExport settings={datev} period={period} failure={failure} />
      </div>
    </DashboardPage>
  );
}

/** Chooses the basis, and the month, quarter or year. */
function PeriodLinks({ report, query }: Loaded) {
  const period = parseMoneyPeriod(report.period) ?? { year: 2000, month: 0, months: 12 };
  const [year = 0, month = 1] = report.today.split('-').map(Number);
  return (
    <>
      <TabLinks
        label="Report by"
        className=""
        tabs={(['invoice', 'payment'] as const).map(basis => ({
          label: `By ${basis} date`,
          to: withQuery(dashboardPaths.taxReport, { period: report.period, basis }),
          isCurrent: (query.basis ?? 'invoice') === basis,
        }))}
      />
      <MoneyPeriodPicker
        period={period}
        firstYear={Math.min(year, ...report.years)}
        today={{ year, month: month - 1 }}
        toHref={name => withQuery(dashboardPaths.taxReport, { period: name, basis: query.basis })}
      />
    </>
  );
}

const figure = 'py-3 pl-4 text-right align-top font-mono text-meta leading-[1.75] whitespace-nowrap tabular-nums';
const wide = `${figure} hidden lg:table-cell`;

const nameTax = (tax: ReportedTax) =>
  tax.category === null ? tax.name : formatTax({ ...tax, category: tax.category });

type TaxAmounts = Omit<TaxReport['currencies'][number]['taxes'][number], 'tax'>;

/** The cells of a row: net and tax, charged and credited only on wide screens. */
function Figures({ amounts: { charged, credited, sum }, currency }: { amounts: TaxAmounts; currency: string }) {
  return (
    <>
      <td className={wide}>{formatAmount(charged.net, currency)}</td>
      <td className={wide}>{formatAmount(charged.taxAmount, currency)}</td>
      <td className={wide}>{formatAmount(credited.net, currency)}</td>
      <td className={wide}>{formatAmount(credited.taxAmount, currency)}</td>
      <td className={figure}>{formatAmount(sum.net, currency)}</td>
      <td className={figure}>{formatAmount(sum.taxAmount, currency)}</td>
    </>
  );
}

/** The amounts of each rate in one currency; each rate links to its rows. */
function CurrencyTaxes({
  taxes: { currency, taxes },
  query,
}: {
  taxes: TaxReport['currencies'][number];
  query: Query;
}) {
  const columns =
    query.basis === 'payment'
      ? ['Received', 'Tax received', 'Refunded', 'Tax refunded']
      : ['Invoices', 'Tax invoiced', 'Credit notes', 'Tax credited'];
  const sumOf = (name: keyof TaxAmounts) => ({
    net: sumAmounts(taxes.map(row => row[name].net)),
    taxAmount: sumAmounts(taxes.map(row => row[name].taxAmount)),
  });
  const total = { charged: sumOf('charged'), credited: sumOf('credited'), sum: sumOf('sum') };
  return (
    <DashboardSection title={`Taxes in ${currency}`}>
      <table className="w-full text-small">
        <caption className="sr-only">Net and tax amounts in {currency} by rate</caption>
        <thead>
          <tr className="meta border-b border-rule text-left">
            <th scope="col" className="py-2 font-normal">
              Tax
            </th>
            {columns.map(label => (
              <th key={label} scope="col" className="hidden py-2 pl-4 text-right font-normal lg:table-cell">
                {label}
              </th>
            ))}
            {['Net', 'Tax'].map(label => (
              <th key={label} scope="col" className="py-2 pl-4 text-right font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {taxes.map(({ tax, ...row }) => (
            <tr key={tax.key} className="border-b border-rule">
              <th scope="row" className="text-left font-normal">
                <Link
                  className="link inline-flex min-h-11 items-center"
                  to={`${withQuery(dashboardPaths.taxReport, { ...query, currency, tax: tax.key })}#rows`}
                >
                  {nameTax(tax)}
                </Link>
                {(row.credited.net !== 0 || row.credited.taxAmount !== 0) && (
                  <span className="meta block pb-2 lg:hidden">
                    {columns[2]}: <span className="whitespace-nowrap">{formatAmount(row.credited.net, currency)}</span>{' '}
                    and <span className="whitespace-nowrap">{formatAmount(row.credited.taxAmount, currency)}</span> tax
                  </span>
                )}
              </th>
              <Figures amounts={row} currency={currency} />
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="font-semibold">
            <th scope="row" className="py-3 text-left">
              Total
            </th>
            <Figures amounts={total} currency={currency} />
          </tr>
        </tfoot>
      </table>
    </DashboardSection>
  );
}

/** Returns what an entry does to a document, or the document itself. */
function describeEntry({ kind, net, document }: Loaded['report']['entries'][number]): string {
  if (kind === 'invoice' || kind === document.kind) return formatDocumentTitle(document);
  if (kind === 'applied') return `Applied credit: ${nameDocument(document)}`;
  const movements = {
    payment: net < 0 ? 'Voided payment' : 'Payment',
    refund: 'Refund',
    dispute: 'Disputed payment',
    dispute_won: 'Dispute won',
    refund_failed: 'Failed refund',
    credit_note: 'Credit note',
  };
  return `${movements[kind]} for ${nameDocument(document)}`;
}

/** The documents or payments behind the amounts, all or those of one rate. */
function Entries({ report: { entries, entryCount }, query }: Loaded) {
  const [first] = entries;
  const title = query.basis === 'payment' ? 'Payments and refunds' : 'Invoices and credit notes';
  const { currency: _currency, tax, ...all } = query;
  return (
    <DashboardSection title={tax !== undefined && first ? `${title}: ${nameTax(first.tax)}` : title}>
      {tax !== undefined && (
        <Link
          className="link inline-flex min-h-11 items-center text-small"
          to={withQuery(dashboardPaths.taxReport, all)}
        >
          Show all rates
        </Link>
      )}
      <table className="w-full text-small">
        <caption className="sr-only">Documents and amounts</caption>
        <thead>
          <tr className="meta border-b border-rule text-left">
            <th scope="col" className="py-2 font-normal">
              Document
            </th>
            <th scope="col" className="hidden py-2 pl-4 font-normal sm:table-cell">
              Tax
            </th>
            {['Net', 'Tax amount'].map(label => (
              <th key={label} scope="col" className="py-2 pl-4 text-right font-normal">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {entries.map((entry, index) => (
            // Rows of a loaded report never change their order.
            // oxlint-disable-next-line react/no-array-index-key
            <tr key={index} className="border-b border-rule">
              <th scope="row" className="py-3 text-left font-normal [overflow-wrap:anywhere]">
                <Link className="link" to={entry.document.path}>
                  <UnbrokenNumbers text={describeEntry(entry)} />
                </Link>
                <span className="meta block">
                  {formatPlainDate(entry.date)}, {entry.client}
                </span>
                <span className="meta block sm:hidden">{nameTax(entry.tax)}</span>
              </th>
              <td className="hidden py-3 pl-4 align-top sm:table-cell">{nameTax(entry.tax)}</td>
              <td className={figure}>{formatAmount(entry.net, entry.currency)}</td>
              <td className={figure}>{formatAmount(entry.taxAmount, entry.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {entryCount > entries.length && (
        <p className="hint mt-3">
          These are the first {entries.length} of {entryCount} rows. The CSV file has all of them.
        </p>
      )}
      <SiteZoneNote className="mt-3" />
    </DashboardSection>
  );
}
