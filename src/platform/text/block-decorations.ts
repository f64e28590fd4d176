import type { Element, Nodes, Root } from 'hast';
import { createElement } from './elements.ts';

/** Returns the words of a text, without code. */
export function toPlainText(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'element' && (node.tagName === 'pre' || isFootnoteExtra(node))) return '';
  return 'children' in node ? node.children.map(child => toPlainText(child)).join(isBlock(node) ? ' ' : '') : '';
}

/** Returns whether an element was generated for footnotes: their heading and the back links. */
function isFootnoteExtra({ properties }: Element): boolean {
  return properties.id === 'footnote-label' || 'dataFootnoteBackref' in properties;
}

function isBlock(node: Nodes): boolean {
  return (
    node.type === 'root' ||
    (node.type === 'element' && /^(ul|ol|table|thead|tbody|tr|blockquote|section)$/.test(node.tagName))
  );
}

/**
 * Adds a header with language and copy button to code, makes wide code and tables scrollable by keyboard, names
 * footnotes, and labels task checkboxes.
 */
export function decorateBlocks(tree: Root | Element): void {
  let tables = 0;
  tree.children = tree.children.map(child => {
    if (child.type !== 'element') return child;
    if (child.tagName === 'pre') return frameCode(child);
    if (child.tagName === 'table') {
      replaceEmptyHeaders(child);
      tables += 1;
      const name = tables === 1 ? 'Table' : `Table ${tables}`;
      return createElement('div', { className: ['table-frame'], tabIndex: 0, role: 'region', ariaLabel: name }, [
        child,
      ]);
    }
    if (child.tagName === 'input') child.properties.ariaLabel = 'Done';
    if ('dataFootnoteRef' in child.properties) child.properties.dataNote = `--note-${toPlainText(child)}`;
    if ('dataFootnotes' in child.properties) nameNotes(child);
    decorateBlocks(child);
    return child;
  }) as typeof tree.children;
}

/** Names each note like its reference, which `side-notes` in prose.css places it next to. */
function nameNotes({ children }: Element): void {
  const list = children.find(child => child.type === 'element' && child.tagName === 'ol');
  const notes = list?.type === 'element' ? list.children.filter(child => child.type === 'element') : [];
  for (const [index, note] of notes.entries()) note.properties.dataNote = `--note-${index + 1}`;
}

/** Turns empty header cells, such as a table's corner, into ordinary cells. */
function replaceEmptyHeaders(node: Element): void {
  for (const child of node.children) {
    if (child.type !== 'element') continue;
    if (child.tagName === 'th' && toPlainText(child).trim() === '') child.tagName = 'td';
    replaceEmptyHeaders(child);
  }
}

function frameCode(pre: Element): Element {
  const code = pre.children.find(child => child.type === 'element' && child.tagName === 'code');
  const classes = code?.type === 'element' && Array.isArray(code.properties.className) ? code.properties.className : [];
  const language =
    classes
      .map(String)
      .find(name => name.startsWith('language-'))
      ?.slice('language-'.length) ?? 'text';
  pre.properties.tabIndex = 0;
  return createElement('figure', { className: ['code-frame'] }, [
    createElement('figcaption', {}, [
      createElement('span', {}, [{ type: 'text', value: language }]),
      createElement('button', { type: 'button', dataCopyCode: '' }, [{ type: 'text', value: 'Copy code' }]),
    ]),
    pre,
  ]);
}
