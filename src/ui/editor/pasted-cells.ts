/** Blocks that a Markdown table cell can't contain. */
const BLOCKS = 'p, div, ul, ol, li, blockquote, pre, h1, h2, h3, h4, h5, h6, hr, table, dl, dt, dd';

/** Creates an element for HTML that is kept as source. */
export function createSource(page: Document, html: string): HTMLElement {
  const code = page.createElement('code');
  code.dataset.source = '';
  code.textContent = html;
  return code;
}

/** Normalizes tables: single-line cells, and rows filled up where cells were merged. */
export function normalizeTables(page: Document): void {
  for (const cell of page.body.querySelectorAll<HTMLElement>('td, th')) {
    if (!cell.isConnected || cell.parentElement?.closest('td, th')) continue;
    if (cell.querySelector(BLOCKS) || cell.querySelector('br')) flatten(page, cell);
  }
  for (const table of page.body.querySelectorAll('table')) fillMergedCells(page, table);
}

/** Flattens a cell to inline text, with line breaks at block boundaries. */
function flatten(page: Document, cell: HTMLElement): void {
  const parts: (Node | 'break')[] = [];
  const collect = (node: Node) => {
    for (const child of node.childNodes) {
      if (!isElement(child) || !(child.matches(BLOCKS) || child.querySelector(BLOCKS))) {
        if (isElement(child) && child.tagName === 'BR') parts.push('break');
        else if (isElement(child) || child.textContent?.trim()) parts.push(child);
        continue;
      }
      parts.push('break');
      collect(child);
      parts.push('break');
    }
  };
  collect(cell);
  const kept = parts.filter((part, index) => part !== 'break' || (index > 0 && parts[index - 1] !== 'break'));
  while (kept[0] === 'break') kept.shift();
  while (kept.at(-1) === 'break') kept.pop();
  cell.replaceChildren(...kept.map(part => (part === 'break' ? createSource(page, '<br>') : part)));
}

const isElement = (node: Node): node is HTMLElement => node.nodeType === 1;

/** Maximum span of a cell; more is a mistake or an attack. */
const MAX_SPAN = 50;

const readSpan = (cell: Element, name: string) =>
  Math.min(Math.max(Math.trunc(Number(cell.getAttribute(name))) || 1, 1), MAX_SPAN);

/** Adds empty cells where merged cells cover others. */
function fillMergedCells(page: Document, table: HTMLTableElement): void {
  const covered = new Map<number, number>();
  for (const row of table.rows) {
    let column = 0;
    for (const cell of Array.from(row.cells)) {
      column = fillCovered(page, covered, column, cell);
      const [colspan, rowspan] = [readSpan(cell, 'colspan'), readSpan(cell, 'rowspan')];
      for (let index = 0; index < colspan; index++) {
        if (rowspan > 1) covered.set(column + index, rowspan - 1);
        if (index > 0) cell.after(page.createElement('td'));
      }
      column += colspan;
    }
    const end = page.createElement('td');
    row.append(end);
    fillCovered(page, covered, column, end);
    end.remove();
  }
}

/** Inserts an empty cell before `cell` for each column covered from above. Returns the next free column. */
function fillCovered(page: Document, covered: Map<number, number>, from: number, cell: Element): number {
  let column = from;
  for (let remaining = covered.get(column) ?? 0; remaining > 0; remaining = covered.get(column) ?? 0) {
    covered.set(column, remaining - 1);
    cell.before(page.createElement('td'));
    column++;
  }
  return column;
}
