import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { createElement } from './node-views.ts';
import type { EditorPicture, PictureSource } from './editor-types.ts';
import { nodes } from './schema.ts';

type Change = { add: { id: number; position: number; dom: HTMLElement } } | { remove: number };

const uploads = new PluginKey<DecorationSet>('uploads');

/** Tracks the positions of pending pictures while the text changes. */
export function createUploadPlugin(): Plugin {
  return new Plugin<DecorationSet>({
    key: uploads,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, decorations) {
        const mapped = decorations.map(transaction.mapping, transaction.doc);
        const change = transaction.getMeta(uploads) as Change | undefined;
        if (!change) return mapped;
        if ('remove' in change)
          return mapped.remove(mapped.find(undefined, undefined, spec => spec.id === change.remove));
        const { id, position, dom } = change.add;
        return mapped.add(transaction.doc, [
          Decoration.widget(position, dom, { id, side: id, stopEvent: () => true, ignoreSelection: true }),
        ]);
      },
    },
    props: { decorations: state => uploads.getState(state) },
  });
}

/** Returns the number of pictures being uploaded or waiting for a retry. */
export function countPendingUploads(view: EditorView): number {
  return uploads.getState(view.state)?.find().length ?? 0;
}

function findPosition(view: EditorView, id: number): number | undefined {
  return uploads.getState(view.state)?.find(undefined, undefined, spec => spec.id === id)[0]?.from;
}

let nextId = 1;

/**
 * Uploads pictures and inserts them side by side where they were dropped or pasted. Placeholders show progress; a
 * failed upload keeps its placeholder and can be retried.
 */
export function addPictures(
  view: EditorView,
  files: readonly File[],
  source: PictureSource,
  announce: (text: string) => void,
  at?: number,
): boolean {
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  if (pictures.length === 0) return false;
  const { uploadPicture } = source;
  const position = ensureEmptyParagraph(view, at ?? view.state.selection.to);
  for (const file of pictures) {
    const id = nextId;
    nextId += 1;
    const start = () => {
      placeholder.reset();
      uploadPicture(file, fraction => placeholder.progress(fraction)).then(
        picture => finishUpload(view, id, source.pictureUrl(picture), announce),
        (error: unknown) => {
          placeholder.fail(error instanceof Error ? error.message : 'The image couldn’t be uploaded.');
          announce(`${file.name} couldn’t be uploaded.`);
        },
      );
    };
    const placeholder = createPlaceholder(file.name, start, () => {
      view.dispatch(view.state.tr.setMeta(uploads, { remove: id } satisfies Change));
      view.focus();
    });
    view.dispatch(view.state.tr.setMeta(uploads, { add: { id, position, dom: placeholder.element } } satisfies Change));
    start();
  }
  announce(pictures.length === 1 ? 'Uploading 1 picture.' : `Uploading ${pictures.length} pictures.`);
  return true;
}

/** Returns a position for block pictures: the empty paragraph there, or after the block. */
function ensureEmptyParagraph(view: EditorView, at: number): number {
  const $at = view.state.doc.resolve(at);
  if ($at.parent.type.name === 'paragraph' && $at.parent.content.size === 0) return at;
  const after = $at.depth === 0 ? at : $at.after(1);
  view.dispatch(view.state.tr.insert(after, nodes.paragraph.create()));
  return after + 1;
}

function finishUpload(view: EditorView, id: number, src: string, announce: (text: string) => void): void {
  const position = view.isDestroyed ? undefined : findPosition(view, id);
  if (position === undefined) return;
  const image = nodes.image.create({ src, alt: '', decorative: false });
  const { tr } = view.state;
  if (view.state.doc.resolve(position).parent.inlineContent) tr.insert(position, image);
  else tr.insert(position, nodes.paragraph.create(null, image));
  view.dispatch(tr.setMeta(uploads, { remove: id } satisfies Change));
  announce('Image uploaded. Add alt text.');
}

/** Inserts an existing picture at the caret. */
export function insertPicture(view: EditorView, picture: EditorPicture, alt: string, source: PictureSource): void {
  const position = ensureEmptyParagraph(view, view.state.selection.to);
  const image = nodes.image.create({ src: source.pictureUrl(picture), alt, decorative: false });
  view.dispatch(view.state.tr.insert(position, image).scrollIntoView());
}

function createPlaceholder(name: string, retry: () => void, remove: () => void) {
  const progress = createElement('progress', 'progress');
  progress.max = 1;
  progress.setAttribute('aria-label', `Uploading ${name}`);
  const status = createElement('span', 'editor-upload-status');
  const retryButton = createElement('button', 'editor-text-button', 'Try again');
  const removeButton = createElement('button', 'editor-text-button', 'Remove');
  for (const button of [retryButton, removeButton]) button.type = 'button';
  const element = createElement('span', 'editor-upload', status, progress, retryButton, removeButton);
  element.contentEditable = 'false';
  const show = (text: string, hasFailed: boolean) => {
    status.textContent = text;
    element.classList.toggle('has-failed', hasFailed);
    progress.hidden = hasFailed;
    for (const button of [retryButton, removeButton]) button.hidden = !hasFailed;
  };
  retryButton.addEventListener('click', retry);
  removeButton.addEventListener('click', remove);
  return {
    element,
    reset() {
      show(name, false);
      progress.removeAttribute('value');
    },
    progress(fraction: number) {
      progress.value = fraction;
    },
    fail: (reason: string) => show(`${name}: ${reason}`, true),
  };
}
