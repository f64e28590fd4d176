import { UnbrokenNumbers } from '#ui/UnbrokenNumbers.tsx';
import type { BillingDocument, LineItem } from '../contract/documents.ts';
import type { Settlement } from '../rules/document-balance.ts';
import { fillText } from '../rules/document-texts/texts.ts';
import { formatAmount, formatCount, formatQuantity, languageOf, listLineDetails, textsOf } from '../rules/labels.ts';
import { DocumentTable, DocumentTotals, figureCell } from './DocumentTable.tsx';

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
  // On small screens, the two middle columns are shown below the description.
  const middle = `${figureCell} hidden sm:table-cell`;
  return (
    <>
      <DocumentTable caption={texts.view.lineItems} headings={headings}>
        {document.lineItems.map((line, index) => (
          // Lines of an issued document never change their order.
          <tr key={index} className="break-inside-avoid">
            <td className="[overflow-wrap:anywhere]">
              <Description line={line} document={document} />
            </td>
            <td className={middle}>{formatQuantity(line, language)}</td>
            <td className={middle}>{formatAmount(line.unitAmount, document.currency, language)}</td>
            <td className={figureCell}>{formatAmount(line.amount, document.currency, language)}</td>
          </tr>
        ))}
      </DocumentTable>
      <DocumentTotals document={document} settlement={settlement} />
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
      <UnbrokenNumbers text={line.description} />
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
