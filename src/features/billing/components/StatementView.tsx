import Download from 'lucide-react/icons/download';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { MetaLine } from '#ui/MetaLine.tsx';
import { UnbrokenNumbers } from '#ui/UnbrokenNumbers.tsx';
import type { CurrencyAccount, AccountStatement, StatementEntry } from '../contract/statement.ts';
import { fillText } from '../rules/document-texts/texts.ts';
import { formatAccountEntry } from '../rules/statements.ts';
import { formatAmount, formatDay, languageOf, textsOf } from '../rules/labels.ts';
import { DocumentSheet } from './DocumentSheet.tsx';
import { DocumentTable, DocumentTotals, figureCell } from './DocumentTable.tsx';

/** Renders a client's account statement in the layout of its PDF, a sheet per currency. Only the sheets are printed. */
export function StatementView({ statement: { client, from, to, accounts } }: { statement: AccountStatement }) {
  return (
    <div className="print-area grid max-w-[60rem] gap-10">
      {accounts.map(account => {
        const { currency, document } = account;
        const file = withQuery(dashboardPaths.statementFile, { email: client.email, from, to, currency });
        return (
          <div key={currency} className="min-w-0 break-before-page first:break-before-auto">
            <div className="no-print mb-4 flex flex-wrap items-center justify-between gap-3">
              <p className="font-display font-semibold">Account in {currency}</p>
              <a className="button" href={file} download>
                <Download className="size-4" aria-hidden="true" /> Download PDF
              </a>
            </div>
            <DocumentSheet document={document} filesPath={dashboardPaths.documentDesign}>
              <AccountTable account={account} from={from} />
              <DocumentTotals document={document} />
            </DocumentSheet>
          </div>
        );
      })}
    </div>
  );
}

/** Renders the entries of an account, each with the balance after it. */
function AccountTable({ account, from }: { account: CurrencyAccount; from: string }) {
  const { currency, openingBalance, entries, document } = account;
  const [language, texts] = [languageOf(document), textsOf(document)];
  const headings = [
    [texts.view.date, 'hidden pr-4 sm:table-cell'],
    [texts.description, ''],
    [texts.amount, 'pl-4 text-right'],
    [texts.balance, 'hidden pl-4 text-right sm:table-cell'],
  ] as const;
  return (
    <>
      <DocumentTable caption={fillText(texts.view.account, { currency })} headings={headings}>
        <tr>
          <td className={dayCell}>{formatDay(from, language)}</td>
          <td className="text-ink-soft">{texts.openingBalance}</td>
          <td className={figureCell} colSpan={2}>
            {formatAmount(openingBalance, currency, language)}
          </td>
        </tr>
        {entries.map((entry, index) => (
          // Entries never change their order.
          <EntryRow key={index} entry={entry} document={document} />
        ))}
      </DocumentTable>
      {entries.length === 0 && <p className="mt-3 text-small text-ink-soft">{texts.view.noTransactions}</p>}
    </>
  );
}

/** On small screens, the day is shown below the description. */
const dayCell = 'meta hidden pr-4 leading-[1.75] whitespace-nowrap sm:table-cell';

interface EntryRowProps {
  entry: StatementEntry;
  document: CurrencyAccount['document'];
}

function EntryRow({ entry, document }: EntryRowProps) {
  const [language, { view }] = [languageOf(document), textsOf(document)];
  const day = formatDay(entry.date, language);
  const [amount, balance] = [entry.amount, entry.balance].map(minor =>
    formatAmount(minor, document.currency, language),
  );
  return (
    <tr className="break-inside-avoid">
      <td className={dayCell}>{day}</td>
      <td className="[overflow-wrap:anywhere]">
        <Link className="link print:no-underline" to={entry.document.path}>
          <UnbrokenNumbers text={formatAccountEntry(entry, language)} />
        </Link>
        <MetaLine className="sm:hidden" items={[day, fillText(view.balanceOf, { amount: balance ?? '' })]} />
      </td>
      <td className={figureCell}>{amount}</td>
      <td className={`${figureCell} hidden sm:table-cell`}>{balance}</td>
    </tr>
  );
}
