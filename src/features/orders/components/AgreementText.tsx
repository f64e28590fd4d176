/** A line of an agreement, told by how it begins. */
type Kind = 'title' | 'heading' | 'item' | 'term' | 'amount' | 'text';

interface Part {
  readonly kind: Kind;
  readonly lines: string[];
}

function kindOf(line: string, isPrice: boolean): Kind {
  if (line.startsWith('AGREEMENT: ')) return 'title';
  if (line === 'PRICE' || line === 'PAYMENT TERMS') return 'heading';
  if (line.startsWith('- ')) return 'item';
  if (/^\d+\. /.test(line)) return 'term';
  return isPrice && line.includes(': ') ? 'amount' : 'text';
}

/** The text in parts of one kind each, in its order; nothing is left out but empty lines. */
function partsOf(text: string): Part[] {
  const parts: Part[] = [];
  let isPrice = false;
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const kind = kindOf(line, isPrice);
    if (kind === 'heading') isPrice = line === 'PRICE';
    const last = parts.at(-1);
    if (last?.kind === kind && kind !== 'text') last.lines.push(line);
    else parts.push({ kind, lines: [line] });
  }
  return parts;
}

/** An agreement set to be read and printed: every word of its text in its order, in type in place of marks. */
export function AgreementText({ text }: { text: string }) {
  return partsOf(text).map(({ kind, lines: [line = '', ...others] }, place) => {
    switch (kind) {
      case 'title':
        return (
          <h1 key={place} className="mt-2 mb-8 text-h1 [overflow-wrap:anywhere]">
            {line.replace('AGREEMENT: ', 'Agreement: ')}
          </h1>
        );
      case 'heading':
        return (
          <h2 key={place} className="mt-9 mb-3 break-after-avoid border-t border-rule-strong pt-4 text-h4">
            {line === 'PRICE' ? 'Price' : 'Payment terms'}
          </h2>
        );
      case 'item':
        return (
          <ul key={place} className="my-3 list-disc pl-5">
            {[line, ...others].map(item => (
              <li key={item} className="py-0.5">
                {item.slice(2)}
              </li>
            ))}
          </ul>
        );
      case 'term':
        return (
          <ol key={place} className="grid gap-2">
            {[line, ...others].map(term => (
              <li key={term} className="grid break-inside-avoid grid-cols-[2.25rem_1fr]">
                <span className="meta pt-0.5">{term.slice(0, term.indexOf('.')).padStart(2, '0')}</span>
                <span>{term.slice(term.indexOf('.') + 2)}</span>
              </li>
            ))}
          </ol>
        );
      case 'amount':
        return (
          <dl key={place}>
            {[line, ...others].map((amount, row) => (
              <Amount key={row} line={amount} />
            ))}
          </dl>
        );
      default:
        return (
          <p key={place} className="mt-2 [overflow-wrap:anywhere]">
            {line}
          </p>
        );
    }
  });
}

/** An amount with what it is for; the payment term that causes it stands there, too. */
function Amount({ line }: { line: string }) {
  const at = line.lastIndexOf(': ');
  const [, amount = '', term = ''] = /^(.*?)( \(term \d+\))?$/.exec(line.slice(at + 2)) ?? [];
  const isTotal = line.startsWith('Total: ');
  return (
    <div
      className={`flex items-baseline justify-between gap-6 border-t py-2 ${isTotal ? 'border-rule-strong font-semibold' : 'border-rule'}`}
    >
      <dt className="min-w-0 [overflow-wrap:anywhere]">
        {line.slice(0, at)}
        <span className="meta">{term}</span>
      </dt>
      <dd className="shrink-0 font-mono tabular-nums">{amount}</dd>
    </div>
  );
}
