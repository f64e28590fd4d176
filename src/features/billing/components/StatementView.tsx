import Download from 'lucide-react/icons/download';
import { use } from 'react';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { zoneNote } from '#shared/time.ts';
import { MetaLine } from '#ui/MetaLine.tsx';
import { useSiteZone } from '#ui/DateTime.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import type { CurrencyAccount, AccountStatement, StatementEntry } from '../contract/statement.ts';
import type { DocumentLanguage } from '../contract/document-design.ts';
import { fillText, getDocumentTexts } from '../rules/document-texts/texts.ts';
import { formatAccountEntry } from '../rules/statements.ts';
import { formatAmount, formatDay } from '../rules/labels.ts';

/** Renders a client's account statement for print: black on white, without the rest of the page. */
export function StatementView({ statement }: { statement: AccountStatement }) {
  const { client, from, to, accounts } = statement;
  const site = use(siteMetaContext);
  const { language } = client;
  const texts = getDocumentTexts(language);
  const zone = useSiteZone();
  const [first, last] = [from, to].map(day => formatDay(day, language).replaceAll(' ', '\u{a0}'));
  return (
    <article
      lang={language}
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
          <span className="hidden print:block">{fillText(texts.view.statementFrom, { name: site.name })}</span>
          {fillText(texts.period, { from: first ?? '', until: last ?? '' })}
        </p>
      </header>
      {accounts.map(account => (
        <AccountTable key={account.currency} account={account} statement={statement} />
      ))}
      <p className="hint mt-6">{language === 'en' ? zoneNote(zone) : fillText(texts.datesIn, { zone })}</p>
    </article>
  );
}

function AccountTable({ account, statement }: { account: CurrencyAccount; statement: AccountStatement }) {
  const { currency, openingBalance, entries, closingBalance } = account;
  const { client, from, to } = statement;
  const { language } = client;
  const texts = getDocumentTexts(language);
  const headings = [
    [texts.view.date, 'hidden pr-4 sm:table-cell'],
    [texts.description, ''],
    [texts.amount, 'pl-4 text-right'],
    [texts.balance, 'hidden pl-4 text-right sm:table-cell'],
  ] as const;
  const format = (minor: CurrencyAccount['openingBalance']) => formatAmount(minor, currency, language);
  const title = fillText(texts.view.account, { currency });
  const file = withQuery(dashboardPaths.statementFile, { email: client.email, from, to, currency });
  return (
    <section aria-label={title} className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <h3 className="text-h4">{title}</h3>
        <a className="button no-print" href={file} download>
          <Download className="size-4" aria-hidden="true" /> PDF
        </a>
      </div>
      <table className="w-full border-y border-ink text-small">
        <caption className="sr-only">{title}</caption>
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
              {formatDay(from, language)}
            </td>
            <th scope="row" className="py-2.5 text-left font-normal text-ink-soft">
              {texts.openingBalance}
            </th>
            <td className={figure} colSpan={2}>
              {format(openingBalance)}
            </td>
          </tr>
          {entries.map((entry, index) => (
            // Entries never change their order.
            <EntryRow key={index} entry={entry} currency={currency} language={language} />
          ))}
        </tbody>
      </table>
      {entries.length === 0 && <p className="mt-3 text-small text-ink-soft">{texts.view.noTransactions}</p>}
      <dl className="mt-3 flex items-baseline justify-end gap-6 font-display text-h4 font-semibold">
        <dt className="text-balance">{fillText(texts.view.balanceOn, { date: formatDay(to, language) })}</dt>
        <dd className="tabular-nums">{format(closingBalance)}</dd>
      </dl>
    </section>
  );
}

const figure = 'py-2.5 pl-4 text-right align-top font-mono text-meta leading-[1.75] whitespace-nowrap tabular-nums';

interface EntryRowProps {
  entry: StatementEntry;
  currency: string;
  language: DocumentLanguage;
}

function EntryRow({ entry, currency, language }: EntryRowProps) {
  const { balanceOf } = getDocumentTexts(language).view;
  const { date, amount, balance, document } = entry;
  return (
    <tr className="break-inside-avoid border-b border-rule last:border-0">
      <td className="meta hidden py-2.5 pr-4 align-top leading-[1.75] whitespace-nowrap sm:table-cell">
        {formatDay(date, language)}
      </td>
      <th scope="row" className="py-2.5 text-left font-normal [overflow-wrap:anywhere]">
        <Link className="link print:no-underline" to={document.path}>
          <UnbrokenNumbers text={formatAccountEntry(entry, language)} />
        </Link>
        <MetaLine
          className="sm:hidden"
          items={[
            formatDay(date, language),
            fillText(balanceOf, { amount: formatAmount(balance, currency, language) }),
          ]}
        />
      </th>
      <td className={figure}>{formatAmount(amount, currency, language)}</td>
      <td className={`${figure} hidden sm:table-cell`}>{formatAmount(balance, currency, language)}</td>
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
