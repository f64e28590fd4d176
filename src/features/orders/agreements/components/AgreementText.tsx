import type { AgreementPart } from '#features/billing/contract/agreement-document.ts';
import { parseAgreement } from '../rules/parse-agreement.ts';

/**
 * Renders an agreement for reading and printing, with typography instead of plain-text marks but no change of wording.
 */
export function AgreementText({ text }: { text: string }) {
  return parseAgreement(text).map((part, index) => <Part key={index} part={part} />);
}

function Part({ part }: { part: AgreementPart }) {
  switch (part.kind) {
    case 'title':
      return <h1 className="mt-2 mb-8 text-h1 [overflow-wrap:anywhere]">{part.text}</h1>;
    case 'heading':
      return <h2 className="mt-9 mb-3 break-after-avoid border-t border-rule-strong pt-4 text-h4">{part.text}</h2>;
    case 'list':
      return (
        <ul className="my-3 list-disc pl-5">
          {part.items.map((item, index) => (
            <li key={index} className="py-0.5 [overflow-wrap:anywhere]">
              {item}
            </li>
          ))}
        </ul>
      );
    case 'terms':
      return (
        <ol className="grid gap-2">
          {part.terms.map(({ number, text }, index) => (
            <li key={index} className="grid break-inside-avoid grid-cols-[2.25rem_1fr]">
              <span className="meta pt-0.5">{number}</span>
              <span>{text}</span>
            </li>
          ))}
        </ol>
      );
    case 'amounts':
      return (
        <dl className="[&+p]:mt-4">
          {part.rows.map(({ label, term, amount, isTotal, isPart }, index) => (
            <div
              key={index}
              className={`flex items-baseline justify-between gap-6 border-t py-2 ${isTotal ? 'border-rule-strong font-semibold' : 'border-rule'} ${isPart ? 'ml-5 text-ink-soft' : ''}`}
            >
              <dt className="min-w-0 [overflow-wrap:anywhere]">
                {label}
                {term !== '' && <span className="meta"> {term}</span>}
              </dt>
              <dd className="shrink-0 font-mono tabular-nums">{amount}</dd>
            </div>
          ))}
        </dl>
      );
    case 'caption':
      return <p className="mt-6 mb-2 break-after-avoid font-semibold [overflow-wrap:anywhere]">{part.text}</p>;
    default:
      return <p className="mt-2 [overflow-wrap:anywhere]">{part.text}</p>;
  }
}
