import { Fragment, Slice } from 'prosemirror-model';
import { Plugin } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { setLink } from './commands.ts';
import { parseBlocks } from './from-markdown.ts';
import { normalizeTables, createSource } from './pasted-cells.ts';
import { convertWordLists, nestLists } from './pasted-lists.ts';
import { nodes, schema } from './schema.ts';
import { toMdastBlocks } from './to-markdown.ts';
import { stringifyMarkdown } from './stringify-markdown.ts';

/** Creates the paste handler: Markdown is parsed, and HTML of other programs is cleaned of styling. */
export function createPastePlugin(
  addFiles: (view: EditorView, files: readonly File[], at?: number) => boolean,
): Plugin {
  return new Plugin({
    props: {
      handlePaste(view, event) {
        const data = event.clipboardData;
        if (!data) return false;
        const html = data.getData('text/html');
        if (data.files.length > 0 && !/<(?:p|table|h\d|li)\b/i.test(html) && addFiles(view, [...data.files]))
          return true;
        return pasteCode(view, data) || pasteUrl(view, data.getData('text/plain'));
      },
      handleDrop(view, event) {
        const files = [...(event.dataTransfer?.files ?? [])];
        if (files.length === 0) return false;
        const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos;
        if (!addFiles(view, files, at)) return false;
        event.preventDefault();
        return true;
      },
      transformPastedHTML: html => (html.includes('data-pm-slice') ? neutralizeHtml(html) : cleanHtml(html)),
      clipboardTextParser(text, $context, plain) {
        if (plain || $context.parent.type.spec.code) return plainSlice(text);
        const blocks = parseBlocks(text).map(({ node }) => node);
        const open = blocks.length === 1 && blocks[0]?.type === nodes.paragraph ? 1 : 0;
        return new Slice(Fragment.from(blocks), open, open);
      },
      clipboardTextSerializer: slice => {
        const { content } = slice;
        if (!content.firstChild?.isBlock || (content.childCount === 1 && content.firstChild.type.spec.code)) {
          return content.textBetween(0, content.size, '\n\n', '\n');
        }
        try {
          return stringifyMarkdown(toMdastBlocks(content.content)).trimEnd();
        } catch {
          // Part of a table or list that isn't a block itself.
          return content.textBetween(0, content.size, '\n\n', '\n');
        }
      },
    },
  });
}

function plainSlice(text: string): Slice {
  const paragraphs = text
    .split(/(?:\r\n?|\n){2,}/)
    .map(part => nodes.paragraph.create(null, part === '' ? null : schema.text(part.replaceAll(/\r\n?|\n/g, ' '))));
  return new Slice(Fragment.from(paragraphs), 1, 1);
}

/** Pastes copied code as a code block, in the language that code editors provide. */
function pasteCode(view: EditorView, data: DataTransfer): boolean {
  const info = data.getData('vscode-editor-data');
  const text = data.getData('text/plain');
  const inCode = view.state.selection.$from.parent.type.spec.code;
  if (!info || inCode || !text.trim().includes('\n')) return false;
  const lang = /"mode":"([\w+#.-]+)"/.exec(info)?.[1];
  if (!lang || lang === 'markdown' || lang === 'plaintext') return false;
  const block = nodes.code_block.create({ lang }, schema.text(text.replaceAll(/\r\n?/g, '\n').replace(/\n+$/, '')));
  view.dispatch(view.state.tr.replaceSelectionWith(block).scrollIntoView());
  return true;
}

/** Links selected text if a URL is pasted over it. */
function pasteUrl(view: EditorView, text: string): boolean {
  const { from, to, empty, $from } = view.state.selection;
  const href = text.trim();
  if (empty || $from.parent.type.spec.code || !/^(?:https?:\/\/|mailto:)\S+$/.test(href)) return false;
  return setLink({ href, title: null }, { from, to })(view.state, view.dispatch);
}

/** Matches a start tag; quoted values may contain any character. */
const START_TAG = /<[a-z](?:"[^"]*"|'[^']*'|[^"'<>])*>/gi;

/**
 * Removes style sheets and renames style and event handler attributes before parsing HTML: the CSP applies even to
 * documents that are never shown, and would report each. Text is kept.
 */
export function neutralizeHtml(html: string): string {
  return html
    .replaceAll(/<style\b.*?(?:<\/style\b[^>]*>|$)|<base\b[^<>]*>/gis, '')
    .replaceAll(START_TAG, tag =>
      tag.replaceAll(/([\s/"'])(style|on[a-z]+)(?=\s*=)/gi, (_, before: string, name: string) =>
        name.toLowerCase() === 'style' ? `${before} data-style` : `${before} data-handler`,
      ),
    );
}

/** Removes presentational HTML after converting meaningful styles to elements. */
export function cleanHtml(html: string): string {
  const page = new DOMParser().parseFromString(neutralizeHtml(html), 'text/html');
  for (const element of page.querySelectorAll('style, script, meta, link, title, head, template, o\\:p, colgroup'))
    element.remove();
  convertWordLists(page);
  nestLists(page);
  normalizeTables(page);
  for (const element of page.body.querySelectorAll<HTMLElement>('*')) {
    const style = element.dataset.style ?? '';
    const bold = /font-weight:\s*(?:bold|[6-9]00)/i.test(style);
    const italic = /font-style:\s*italic/i.test(style);
    const strikethrough = /text-decoration[^;]*line-through/i.test(style);
    if (
      /^(?:SPAN|FONT|B)$/.test(element.tagName) &&
      !/^H\d$/.test(element.closest('h1,h2,h3,h4,h5,h6')?.tagName ?? '')
    ) {
      if (bold) surround(element, 'strong');
      if (italic) surround(element, 'em');
      if (strikethrough) surround(element, 'del');
      const script = /vertical-align:\s*(sub|super)\b/i.exec(style)?.[1]?.toLowerCase();
      if (script) surround(element, script === 'sub' ? 'sub' : 'sup');
    }
    if (element.tagName === 'B' && /font-weight:\s*(?:normal|400)/i.test(style))
      element.replaceWith(...element.childNodes);
    const align = /text-align:\s*(left|right|center)/i.exec(style)?.[1];
    if (align && /^T[DH]$/.test(element.tagName) && align !== 'left') element.setAttribute('align', align);
    for (const name of ['data-style', 'data-handler', 'class', 'id', 'colspan', 'rowspan', 'width', 'height', 'dir']) {
      if (name !== 'class' || !/language-|lang-/.test(element.className)) element.removeAttribute(name);
    }
  }
  keepTags(page);
  return page.body.innerHTML;
}

function surround(element: HTMLElement, name: string): void {
  const inner = element.ownerDocument.createElement(name);
  inner.append(...element.childNodes);
  element.append(inner);
}

/** Elements without Markdown syntax; kept as HTML around their text. */
const KEPT_TAGS = 'sub, sup, mark, u, kbd';

function keepTags(page: Document): void {
  for (const element of page.body.querySelectorAll<HTMLElement>(KEPT_TAGS)) {
    const tag = element.tagName.toLowerCase();
    if (element.textContent.trim() === '' || element.closest('pre, code') || element.querySelector(BLOCK)) continue;
    element.replaceWith(createSource(page, `<${tag}>`), ...element.childNodes, createSource(page, `</${tag}>`));
  }
}

const BLOCK = 'p, div, ul, ol, table, pre, blockquote, h1, h2, h3, h4, h5, h6';
