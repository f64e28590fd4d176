import { TextSelection } from 'prosemirror-state';
import type { NodeViewConstructor } from 'prosemirror-view';

interface Attributes {
  src: string;
  alt: string;
  title: string | null;
  reference: { label: string | null; identifier: string } | null;
  decorative: boolean;
}

function labelled(words: string, control: HTMLInputElement): HTMLLabelElement {
  const label = document.createElement('label');
  const name = document.createElement('span');
  name.textContent = words;
  label.append(...(control.type === 'checkbox' ? [control, name] : [name, control]));
  return label;
}

/** Returns whether a picture can be displayed: the CSP allows only the site's own. */
function isShown(src: string): boolean {
  return URL.parse(src, location.href)?.origin === location.origin;
}

/** Picture with fields for its texts, shown while it is selected or its alternative text is missing. */
export const pictureView: NodeViewConstructor = (initial, view, place) => {
  const dom = document.createElement('span');
  dom.className = 'editor-picture';
  dom.contentEditable = 'false';
  const image = document.createElement('img');
  const elsewhere = document.createElement('span');
  elsewhere.className = 'editor-picture-elsewhere';
  const fields = document.createElement('span');
  fields.className = 'editor-picture-fields';
  const alt = document.createElement('input');
  const caption = document.createElement('input');
  const decorative = document.createElement('input');
  decorative.type = 'checkbox';
  alt.placeholder = 'What is to be seen?';
  const hint = document.createElement('span');
  hint.className = 'editor-picture-hint';
  hint.textContent = 'Say what is to be seen, for those who cannot see it.';
  fields.append(
    labelled('Alt text', alt),
    labelled('Decorative: it says nothing', decorative),
    labelled('Caption', caption),
    hint,
  );
  dom.append(image, elsewhere, fields);

  const change = (attributes: Partial<Attributes>) => {
    const position = place();
    const node = position === undefined ? null : view.state.doc.nodeAt(position);
    if (position === undefined || !node) return;
    const { tr } = view.state;
    for (const [name, value] of Object.entries(attributes)) tr.setNodeAttribute(position, name, value);
    view.dispatch(tr);
  };
  alt.addEventListener('input', () => change({ alt: alt.value.replaceAll(/\s+/g, ' '), decorative: false }));
  caption.addEventListener('input', () => change({ title: caption.value.trim() === '' ? null : caption.value }));
  decorative.addEventListener('change', () =>
    change({ decorative: decorative.checked, ...(decorative.checked ? { alt: '' } : {}) }),
  );
  fields.addEventListener('keydown', event => {
    if (event.key !== 'Enter' && event.key !== 'Escape') return;
    event.preventDefault();
    const position = place();
    if (position === undefined) return;
    const $after = view.state.doc.resolve(position + 1);
    view.dispatch(view.state.tr.setSelection(TextSelection.near($after)));
    view.focus();
  });

  const show = ({ src, alt: words, title, reference, decorative: says }: Attributes) => {
    const shown = reference === null && isShown(src);
    image.hidden = !shown;
    elsewhere.hidden = shown;
    if (shown && image.getAttribute('src') !== src) image.src = src;
    elsewhere.textContent = reference
      ? `Picture “${reference.label ?? reference.identifier}”`
      : `Picture from elsewhere: readers see a link to ${src}`;
    image.alt = words;
    if (document.activeElement !== alt) alt.value = words;
    if (document.activeElement !== caption) caption.value = title ?? '';
    caption.disabled = reference !== null;
    decorative.checked = says && words === '';
    const missing = words === '' && !says;
    dom.classList.toggle('needs-alt', missing);
    alt.setAttribute('aria-invalid', String(missing));
  };
  show(initial.attrs as Attributes);

  return {
    dom,
    update(node) {
      if (node.type !== initial.type) return false;
      show(node.attrs as Attributes);
      return true;
    },
    stopEvent: event => event.target instanceof Node && fields.contains(event.target),
    ignoreMutation: () => true,
  };
};
