import type { BillingDocument, LineItem } from '../contract/documents.ts';
import type { Settlement } from '../rules/document-balance.ts';
import { fillText } from '../rules/document-texts/texts.ts';
import {
  formatAmount,
  formatCount,
  formatDay,
  formatQuantity,
  languageOf,
  listLineDetails,
  listTaxNotes,
  settledLabel,
  textsOf,
} from '../rules/labels.ts';
import { totalRows } from '../rules/total-rows.ts';

interface DocumentLinesProps {
  document: BillingDocument;
  settlement: Settlement | null;
}

/** Renders the line items as a table, with the totals below. */
export function DocumentLines({ document, settlement }: DocumentLinesProps) {
  const [language, texts] = [languageOf(document), textsOf(document)];
  const taxed = document.taxAmount !== 0;
  const headings = [
    [texts.description, ''],
    [texts.quantity, 'hidden pl-4 text-right sm:table-cell'],
    [texts.unitPrice, 'hidden pl-4 text-right sm:table-cell'],
    [taxed && document.taxBehavior === 'inclusive' ? texts.amountWithTax : texts.amount, 'pl-4 text-right'],
  ] as const;
  const figure = 'pl-4 text-right font-mono text-meta leading-[1.75] whitespace-nowrap tabular-nums';
  // On small screens, the two middle columns are shown below the description.
  const middle = `${figure} hidden sm:table-cell`;
  return (
    <>
      <table className="document-lines text-small">
        <caption className="sr-only">{texts.view.lineItems}</caption>
        <thead>
          <tr className="meta text-left">
            {headings.map(([label, className]) => (
              <th key={label} scope="col" className={className}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {document.lineItems.map((line, index) => (
            // Lines of an issued document never change their order.
            <tr key={index} className="break-inside-avoid">
              <td className="[overflow-wrap:anywhere]">
                <Description line={line} document={document} />
              </td>
              <td className={middle}>{formatQuantity(line, language)}</td>
              <td className={middle}>{formatAmount(line.unitAmount, document.currency, language)}</td>
              <td className={figure}>{formatAmount(line.amount, document.currency, language)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Totals document={document} settlement={settlement} />
      {listTaxNotes(document).map(note => (
        <p key={note} className="mt-4 text-small text-ink-soft [overflow-wrap:anywhere]">
          {note}
        </p>
      ))}
      {document.notes !== undefined && (
        <p className="mt-6 max-w-[38em] text-small whitespace-pre-line [overflow-wrap:anywhere]">{document.notes}</p>
      )}
    </>
  );
}

function Description({ line, document }: { line: LineItem; document: BillingDocument }) {
  const language = languageOf(document);
  return (
    <>
      {line.description}
      {line.detail !== null && <span className="block text-meta whitespace-pre-line text-ink-soft">{line.detail}</span>}
      {(line.quantity !== 1 || line.unit) && (
        <span className="meta block sm:hidden">
          {formatQuantity(line, language)} × {formatAmount(line.unitAmount, document.currency, language)}
        </span>
      )}
      {listLineDetails(line, document).map(text => (
        <span key={text} className="meta block">
          {text}
        </span>
      ))}
      {line.term !== null && (
        <span className="meta block">
          {fillText(textsOf(document).term, { number: formatCount(line.term, language) })}
        </span>
      )}
    </>
  );
}

/** Shows the totals as issued, or with the settlement since. */
function Totals({ document, settlement }: DocumentLinesProps) {
  const language = languageOf(document);
  return (
    <div className="mt-3 flex break-inside-avoid flex-wrap items-start justify-between gap-x-8 gap-y-4">
      {settlement ? (
        <p className="document-stamp mt-4 ml-2 px-4 py-2 text-center font-display text-h4 font-semibold">
          {settledLabel(settlement, language)}
          <span className="block font-mono text-meta font-normal tabular-nums">
            {formatDay(settlement.statusDate, language)}
          </span>
        </p>
      ) : (
        <span />
      )}
      <dl className="document-totals grid w-full sm:max-w-[24rem]">
        {totalRows(document, settlement).map(({ label, amount, size }) => (
          <div
            key={label}
            className={
              size === 'due'
                ? 'document-due flex items-baseline justify-between gap-6 font-display text-h3 font-semibold'
                : `flex items-baseline justify-between gap-6 py-1 text-small ${size === 'total' ? 'font-semibold' : ''}`
            }
          >
            <dt>{label}</dt>
            <dd className={size === 'due' ? 'tabular-nums' : 'font-mono text-meta tabular-nums'}>
              {formatAmount(amount, document.currency, language)}
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
