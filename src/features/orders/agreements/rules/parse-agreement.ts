import type { AgreementPriceRow, AgreementPart } from '#features/billing/contract/agreement-document.ts';

const TITLE = 'AGREEMENT: ';
const PRICE = 'PRICE';
const TERMS = 'PAYMENT TERMS';
const MILESTONES = 'Balance in milestones';

/**
 * Splits the text of an agreement into typed parts, in order, dropping only empty lines. Above the price, which is free
 * text, only lists are recognized.
 */
export function parseAgreement(text: string): AgreementPart[] {
  const lines = text.split('\n');
  const termsAt = lines.lastIndexOf(TERMS);
  const priceAt = lines.lastIndexOf(PRICE, termsAt < 0 ? lines.length : termsAt);
  const parts: AgreementPart[] = [];
  for (const [index, line] of lines.entries()) {
    if (line.trim() === '') continue;
    const part = parsePart(line, {
      isFirst: index === 0,
      isHeading: index === priceAt || index === termsAt,
      isPrice: priceAt >= 0 && index > priceAt && (termsAt < 0 || index < termsAt),
      isTerm: termsAt >= 0 && index > termsAt,
    });
    const last = parts.at(-1);
    if (part.kind === 'amounts' && last?.kind === 'text') parts.splice(-1, 1, { ...last, kind: 'caption' });
    const merged = mergeParts(last, part);
    if (merged) parts.splice(-1, 1, merged);
    else parts.push(part);
  }
  return parts;
}

function parsePart(
  line: string,
  { isFirst, isHeading, isPrice, isTerm }: Record<'isFirst' | 'isHeading' | 'isPrice' | 'isTerm', boolean>,
): AgreementPart {
  if (isFirst && line.startsWith(TITLE)) return { kind: 'title', text: `Agreement: ${line.slice(TITLE.length)}` };
  if (isHeading) return { kind: 'heading', text: line === PRICE ? 'Price' : 'Payment terms' };
  const [, number, term] = (isTerm && /^(\d+)\. (.*)$/u.exec(line)) || [];
  if (number !== undefined && term !== undefined) {
    return { kind: 'terms', terms: [{ number: number.padStart(2, '0'), text: term }] };
  }
  if (isPrice && line.includes(': ')) return { kind: 'amounts', rows: [parsePriceRow(line)] };
  return line.startsWith('- ') ? { kind: 'list', items: [line.slice(2)] } : { kind: 'text', text: line };
}

/** Parses a line such as "Deposit: $499.50 (term 1)". */
function parsePriceRow(line: string): AgreementPriceRow {
  const colon = line.lastIndexOf(': ');
  const [, amount = '', term = ''] = /^(.*?)(?: (\(term \d+\)))?$/u.exec(line.slice(colon + 2)) ?? [];
  return { label: line.slice(0, colon), term, amount, isTotal: line.startsWith('Total: ') };
}

/** Merges two adjacent parts if both are lists, terms or amounts. */
function mergeParts(last: AgreementPart | undefined, next: AgreementPart): AgreementPart | undefined {
  if (last?.kind === 'list' && next.kind === 'list') return { kind: 'list', items: [...last.items, ...next.items] };
  if (last?.kind === 'terms' && next.kind === 'terms') return { kind: 'terms', terms: [...last.terms, ...next.terms] };
  if (last?.kind === 'amounts' && next.kind === 'amounts') {
    const isPart = last.rows.some(({ isTotal }) => isTotal) && last.rows.some(({ label }) => label === MILESTONES);
    return { kind: 'amounts', rows: [...last.rows, ...next.rows.map(row => (isPart ? { ...row, isPart } : row))] };
  }
  return undefined;
}
