import Download from 'lucide-react/icons/download';
import { use } from 'react';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { formatPlainDate } from '#shared/time.ts';
import { MetaLine } from '#ui/MetaLine.tsx';
import { SiteZoneNote } from '#ui/DateTime.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import type { CurrencyAccount, AccountStatement, StatementEntry } from '../contract/statement.ts';
import { formatAccountEntry } from '../rules/statements.ts';
import { formatAmount } from '../rules/labels.ts';

/** Renders a client's account statement for print: black on white, without the rest of the page. */
export function StatementView({ statement }: { statement: AccountStatement }) {
  const { client, from, to, accounts } = statement;
  const site = use(siteMetaContext);
  return (
    <article
      aria-labelledby="statement-title"
      className="print-area border border-rule bg-raised px-5 py-8 sm:px-10 sm:py-10 print:border-0 print:p-0"
    >
      <header className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2 border-b border-ink pb-5">
        <div className="min-w-0">
          <h2 id="statement-title" className="text-h3 [overflow-wrap:anywhere]">
            {client.name}
          </h2>
          <p className="meta [overflow-wrap:anywhere]">{client.email}</p>
        </div>
        <p className="meta">
          <span className="hidden print:block">Account statement from {site.name}</span>
          <time dateTime={from}>{formatPlainDate(from)}</time> to <time dateTime={to}>{formatPlainDate(to)}</time>
        </p>
      </header>
      {accounts.map(account => (
        <AccountTable key={account.currency} account={account} statement={statement} />
      ))}
      <SiteZoneNote className="mt-6" />
    </article>
  );
}

const headings = [
  ['Date', 'hidden pr-4 sm:table-cell'],
  ['Description', ''],
  ['Amount', 'pl-4 text-right'],
  ['Balance', 'hidden pl-4 text-right sm:table-cell'],
] as const;

function AccountTable({ account, statement }: { account: CurrencyAccount; statement: AccountStatement }) {
  const { currency, openingBalance, entries, closingBalance } = account;
  const { client, from, to } = statement;
  const format = (minor: CurrencyAccount['openingBalance']) => formatAmount(minor, currency);
  const file = withQuery(dashboardPaths.statementFile, { email: client.email, from, to, currency });
  return (
    <section aria-label={`Account in ${currency}`} className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-h4">Account in {currency}</h3>
        <a className="button no-print" href={file} download>
          <Download className="size-4" aria-hidden="true" /> PDF
        </a>
      </div>
      <table className="w-full border-y border-ink text-small">
        <caption className="sr-only">Transactions in {currency}</caption>
        <thead>
          <tr className="meta border-b border-ink text-left">
            {headings.map(([label, className]) => (
              <th key={label} scope="col" className={`py-2 font-normal ${className}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr className="border-b border-rule">
            <td className="meta hidden py-2.5 pr-4 align-top whitespace-nowrap sm:table-cell">
              {formatPlainDate(from)}
            </td>
            <th scope="row" className="py-2.5 text-left font-normal text-ink-soft">
              Opening balance
            </th>
            <td className={figure} colSpan={2}>
              {format(openingBalance)}
            </td>
          </tr>
          {entries.map((entry, index) => (
            // Entries never change their order.
            <EntryRow key={index} entry={entry} currency={currency} />
          ))}
        </tbody>
      </table>
      {entries.length === 0 && <p className="mt-3 text-small text-ink-soft">No transactions in this period.</p>}
      <dl className="mt-3 flex items-baseline justify-end gap-6 font-display text-h4 font-semibold">
        <dt className="text-balance">Balance on {formatPlainDate(to)}</dt>
        <dd className="tabular-nums">{format(closingBalance)}</dd>
      </dl>
    </section>
  );
}

const figure = 'py-2.5 pl-4 text-right align-top font-mono text-meta leading-[1.75] whitespace-nowrap tabular-nums';

function EntryRow({ entry, currency }: { entry: StatementEntry; currency: string }) {
  const { date, amount, balance, document } = entry;
  return (
    <tr className="break-inside-avoid border-b border-rule last:border-0">
      <td className="meta hidden py-2.5 pr-4 align-top leading-[1.75] whitespace-nowrap sm:table-cell">
        {formatPlainDate(date)}
      </td>
      <th scope="row" className="py-2.5 text-left font-normal [overflow-wrap:anywhere]">
        <Link className="link print:no-underline" to={document.path}>
          <UnbrokenNumbers text={formatAccountEntry(entry)} />
        </Link>
        <MetaLine className="sm:hidden" items={[formatPlainDate(date), `balance ${formatAmount(balance, currency)}`]} />
      </th>
      <td className={figure}>{formatAmount(amount, currency)}</td>
      <td className={`${figure} hidden sm:table-cell`}>{formatAmount(balance, currency)}</td>
    </tr>
  );
}

/** Keeps document numbers in a text on one line each. */
function UnbrokenNumbers({ text }: { text: string }) {
  return text.split(/(\b\d{4}-\d{4,9}\b)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      // The parts of a sentence stay where they are.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
