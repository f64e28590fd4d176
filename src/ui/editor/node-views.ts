import type { Attrs, Node } from 'prosemirror-model';
import { type EditorState, Plugin, TextSelection } from 'prosemirror-state';
import type { EditorView, NodeView, NodeViewConstructor } from 'prosemirror-view';
import { calloutKinds } from './schema.ts';

type GetPosition = () => number | undefined;

export function createElement<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  className: string,
  ...children: (HTMLElement | string)[]
): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  if (className) element.className = className;
  element.append(...children);
  return element;
}

/** Makes Enter and Escape return focus from a node view's control to the text, `offset` after the node's start. */
function returnFocusToText(control: HTMLElement, view: EditorView, getPos: GetPosition, offset: number): void {
  control.addEventListener('keydown', event => {
    if (event.key !== 'Escape' && event.key !== 'Enter') return;
    event.preventDefault();
    const position = getPos();
    if (position === undefined) return;
    view.dispatch(view.state.tr.setSelection(TextSelection.near(view.state.doc.resolve(position + offset))));
    view.focus();
  });
}

function setAttributes(view: EditorView, getPos: GetPosition, attributes: Attrs): void {
  const position = getPos();
  if (position === undefined) return;
  const { tr } = view.state;
  for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(position, name, value);
  view.dispatch(tr);
}

/** Creates a node view with a one-line control bar above its text. */
function createView(
  initial: Node,
  parts: { dom: HTMLElement; contentDOM: HTMLElement; bar: HTMLElement; show?: (node: Node) => void },
): NodeView {
  const { dom, contentDOM, bar, show = () => {} } = parts;
  bar.contentEditable = 'false';
  show(initial);
  return {
    dom,
    contentDOM,
    update(node) {
      if (node.type !== initial.type) return false;
      show(node);
      return true;
    },
    stopEvent: ({ target }) => target instanceof HTMLElement && target.closest('input, select, button, label') !== null,
    ignoreMutation: mutation => mutation.type !== 'selection' && bar.contains(mutation.target),
  };
}

/** Returns the elements of a block of code below a bar. */
function createCodeFrame(className: string, control: HTMLElement) {
  const contentDOM = createElement('code', '');
  const bar = createElement('div', 'editor-bar', control);
  return { dom: createElement('div', className, bar, createElement('pre', '', contentDOM)), contentDOM, bar };
}

/** Code block with an editable language. */
const codeView: NodeViewConstructor = (node, view, getPos) => {
  const language = createElement('input', 'editor-language');
  language.setAttribute('aria-label', 'Code language');
  language.placeholder = 'Language';
  language.setAttribute('list', 'editor-languages');
  language.spellcheck = false;
  language.autocapitalize = 'none';
  language.addEventListener('change', () => {
    const value = language.value.trim().replaceAll(/\s+/g, '-').replaceAll('`', '');
    setAttributes(view, getPos, { lang: value || null });
  });
  returnFocusToText(language, view, getPos, 1);
  return createView(node, {
    ...createCodeFrame('editor-code', language),
    show: next => {
      if (document.activeElement !== language) language.value = (next.attrs.lang as string | null) ?? '';
    },
  });
};

const sourceNames: Readonly<Record<string, string>> = {
  html: 'HTML',
  definition: 'Link definition',
  table: 'Markdown table',
};

/** Block that is shown as source. */
const sourceView: NodeViewConstructor = node => {
  const name = sourceNames[node.attrs.kind as string] ?? 'Markdown';
  return createView(node, createCodeFrame('editor-code editor-source', createElement('span', '', name)));
};

const calloutView: NodeViewConstructor = (node, view, getPos) => {
  const select = createElement('select', '');
  select.setAttribute('aria-label', 'Callout type');
  select.append(...calloutKinds.map(kind => new Option(`${kind[0]?.toUpperCase()}${kind.slice(1)}`, kind)));
  select.addEventListener('change', () => setAttributes(view, getPos, { marker: select.value.toUpperCase() }));
  returnFocusToText(select, view, getPos, 2);
  const bar = createElement('div', 'callout-label', select);
  const contentDOM = createElement('div', 'editor-callout-text');
  const dom = createElement('aside', '', bar, contentDOM);
  return createView(node, {
    dom,
    contentDOM,
    bar,
    show: next => {
      select.value = (next.attrs.marker as string).toLowerCase();
      dom.className = `callout callout-${select.value}`;
    },
  });
};

const footnoteView: NodeViewConstructor = node => {
  const bar = createElement('div', 'editor-note-label');
  const contentDOM = createElement('div', '');
  return createView(node, {
    dom: createElement('div', 'editor-note', bar, contentDOM),
    contentDOM,
    bar,
    show: next => bar.replaceChildren(`Footnote ${next.attrs.label as string}`),
  });
};

/** List item, with a checkbox if it is a task. */
const itemView: NodeViewConstructor = (node, view, getPos) => {
  const box = createElement('input', '');
  box.type = 'checkbox';
  box.setAttribute('aria-label', 'Done');
  box.addEventListener('change', () => setAttributes(view, getPos, { checked: box.checked }));
  returnFocusToText(box, view, getPos, 2);
  const bar = createElement('label', 'editor-task-box', box);
  const contentDOM = createElement('div', '');
  const dom = createElement('li', '', bar, contentDOM);
  return createView(node, {
    dom,
    contentDOM,
    bar,
    show: next => {
      const checked = next.attrs.checked as boolean | null;
      bar.hidden = checked === null;
      dom.classList.toggle('editor-task', checked !== null);
      box.checked = checked === true;
    },
  });
};

interface PictureAttributes {
  src: string;
  alt: string;
  title: string | null;
  reference: { label: string | null; identifier: string } | null;
  decorative: boolean;
}

function withLabel(text: string, control: HTMLInputElement): HTMLLabelElement {
  const name = createElement('span', '', text);
  return createElement('label', '', ...(control.type === 'checkbox' ? [control, name] : [name, control]));
}

/** Returns whether a picture can be displayed: the CSP allows only the site's own. */
function isShown(src: string): boolean {
  return URL.parse(src, location.href)?.origin === location.origin;
}

/** Picture with fields for its texts, shown while it is selected or its alternative text is missing. */
const pictureView: NodeViewConstructor = (initial, view, getPos) => {
  const image = createElement('img', '');
  const notice = createElement('span', 'editor-picture-notice');
  const alt = createElement('input', '');
  const caption = createElement('input', '');
  const decorative = createElement('input', '');
  decorative.type = 'checkbox';
  alt.placeholder = 'Describe the image';
  const fields = createElement(
    'span',
    'editor-picture-fields',
    withLabel('Alt text', alt),
    withLabel('Decorative', decorative),
    withLabel('Caption', caption),
    createElement('span', 'editor-picture-hint', 'Add alt text for people who can’t see the image.'),
  );
  const dom = createElement('span', 'editor-picture', image, notice, fields);
  dom.contentEditable = 'false';

  const change = (attributes: Partial<PictureAttributes>) => setAttributes(view, getPos, attributes);
  alt.addEventListener('input', () => change({ alt: alt.value.replaceAll(/\s+/g, ' '), decorative: false }));
  caption.addEventListener('input', () => change({ title: caption.value.trim() === '' ? null : caption.value }));
  decorative.addEventListener('change', () =>
    change({ decorative: decorative.checked, ...(decorative.checked ? { alt: '' } : {}) }),
  );
  returnFocusToText(fields, view, getPos, 1);

  const showNotice = (text: string | undefined) => {
    image.hidden = text !== undefined;
    notice.hidden = text === undefined;
    notice.textContent = text ?? '';
  };
  image.addEventListener('error', () =>
    showNotice('This image was deleted or can’t be loaded. Remove it, or insert another one.'),
  );
  const show = ({ src, alt: text, title, reference, decorative: isDecorative }: PictureAttributes) => {
    if (reference || !isShown(src)) {
      image.removeAttribute('src');
      showNotice(
        reference
          ? `Image “${reference.label ?? reference.identifier}”`
          : `External image: readers see a link to ${src}`,
      );
    } else if (image.getAttribute('src') !== src) {
      showNotice(undefined);
      image.src = src;
    }
    image.alt = text;
    if (document.activeElement !== alt) alt.value = text;
    if (document.activeElement !== caption) caption.value = title ?? '';
    caption.disabled = reference !== null;
    decorative.checked = isDecorative && text === '';
    const missing = text === '' && !isDecorative;
    dom.classList.toggle('needs-alt', missing);
    alt.setAttribute('aria-invalid', String(missing));
  };
  show(initial.attrs as PictureAttributes);

  return {
    dom,
    update(node) {
      if (node.type !== initial.type) return false;
      show(node.attrs as PictureAttributes);
      return true;
    },
    stopEvent: ({ target }) => target instanceof Element && fields.contains(target),
    ignoreMutation: () => true,
  };
};

/** Table in a frame that scrolls it. */
const tableView: NodeViewConstructor = () => {
  const contentDOM = createElement('tbody', '');
  return { dom: createElement('div', 'table-frame', createElement('table', '', contentDOM)), contentDOM };
};

export const nodeViews: Record<string, NodeViewConstructor> = {
  code_block: codeView,
  source_block: sourceView,
  callout: calloutView,
  footnote_definition: footnoteView,
  list_item: itemView,
  table: tableView,
  image: pictureView,
};

/** Creates the placeholder of an empty text. */
export function createPlaceholderPlugin(text: string): Plugin {
  const isEmpty = ({ doc }: EditorState) =>
    doc.childCount === 1 && doc.firstChild?.type.name === 'paragraph' && doc.firstChild.content.size === 0;
  return new Plugin({
    props: {
      attributes: (state): Record<string, string> =>
        isEmpty(state) ? { 'data-empty': text, 'aria-placeholder': text } : {},
    },
  });
}
