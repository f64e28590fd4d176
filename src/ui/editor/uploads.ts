import { Plugin, PluginKey } from 'prosemirror-state';
import { Decoration, DecorationSet, type EditorView } from 'prosemirror-view';
import { createElement } from './node-views.ts';
import type { EditorPicture, PictureSource } from './editor-types.ts';
import { nodes } from './schema.ts';

type Change = { add: { id: number; place: number; dom: HTMLElement } } | { remove: number };

const uploads = new PluginKey<DecorationSet>('uploads');

/** Tracks the positions of pending pictures while the text changes. */
export function createUploadPlugin(): Plugin {
  return new Plugin<DecorationSet>({
    key: uploads,
    state: {
      init: () => DecorationSet.empty,
      apply(transaction, places) {
        const mapped = places.map(transaction.mapping, transaction.doc);
        const change = transaction.getMeta(uploads) as Change | undefined;
        if (!change) return mapped;
        if ('remove' in change)
          return mapped.remove(mapped.find(undefined, undefined, spec => spec.id === change.remove));
        const { id, place, dom } = change.add;
        return mapped.add(transaction.doc, [
          Decoration.widget(place, dom, { id, side: id, stopEvent: () => true, ignoreSelection: true }),
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

function placeOf(view: EditorView, id: number): number | undefined {
  return uploads.getState(view.state)?.find(undefined, undefined, spec => spec.id === id)[0]?.from;
}

let next = 1;

/**
 * Uploads pictures and inserts them side by side where they were dropped or pasted. Placeholders show progress; a
 * failed upload keeps its placeholder and can be retried.
 */
export function addPictures(
  view: EditorView,
  files: readonly File[],
  source: PictureSource,
  say: (words: string) => void,
  at?: number,
): boolean {
  const pictures = files.filter(({ type }) => type.startsWith('image/'));
  if (pictures.length === 0) return false;
  const { uploadPicture } = source;
  const place = makeRoom(view, at ?? view.state.selection.to);
  for (const file of pictures) {
    const id = next;
    next += 1;
    const start = () => {
      dom.wait();
      uploadPicture(file, share => dom.progress(share)).then(
        picture => settle(view, id, source.pictureAddress(picture), say),
        (error: unknown) => {
          dom.fail(error instanceof Error ? error.message : 'The picture could not be uploaded.');
          say(`${file.name} could not be uploaded.`);
        },
      );
    };
    const dom = placeholderFor(file.name, start, () => {
      view.dispatch(view.state.tr.setMeta(uploads, { remove: id } satisfies Change));
      view.focus();
    });
    view.dispatch(view.state.tr.setMeta(uploads, { add: { id, place, dom: dom.element } } satisfies Change));
    start();
  }
  say(pictures.length === 1 ? 'Uploading a picture.' : `Uploading ${pictures.length} pictures.`);
  return true;
}

/** Returns a position for block pictures: the empty paragraph there, or after the block. */
function makeRoom(view: EditorView, at: number): number {
  const $at = view.state.doc.resolve(at);
  if ($at.parent.type.name === 'paragraph' && $at.parent.content.size === 0) return at;
  const after = $at.depth === 0 ? at : $at.after(1);
  view.dispatch(view.state.tr.insert(after, nodes.paragraph.create()));
  return after + 1;
}

function settle(view: EditorView, id: number, src: string, say: (words: string) => void): void {
  const place = view.isDestroyed ? undefined : placeOf(view, id);
  if (place === undefined) return;
  const image = nodes.image.create({ src, alt: '', decorative: false });
  const { tr } = view.state;
  if (view.state.doc.resolve(place).parent.inlineContent) tr.insert(place, image);
  else tr.insert(place, nodes.paragraph.create(null, image));
  view.dispatch(tr.setMeta(uploads, { remove: id } satisfies Change));
  say('The picture is there. It needs an alt text.');
}

/** Inserts an existing picture at the caret. */
export function placePicture(view: EditorView, picture: EditorPicture, alt: string, source: PictureSource): void {
  const place = makeRoom(view, view.state.selection.to);
  const image = nodes.image.create({ src: source.pictureAddress(picture), alt, decorative: false });
  view.dispatch(view.state.tr.insert(place, image).scrollIntoView());
}

function placeholderFor(name: string, retry: () => void, remove: () => void) {
  const progress = createElement('progress', 'progress');
  progress.max = 1;
  progress.setAttribute('aria-label', `Uploading ${name}`);
  const words = createElement('span', 'editor-upload-words');
  const retryButton = createElement('button', 'editor-text-button', 'Try again');
  const removeButton = createElement('button', 'editor-text-button', 'Leave it out');
  for (const button of [retryButton, removeButton]) button.type = 'button';
  const element = createElement('span', 'editor-upload', words, progress, retryButton, removeButton);
  element.contentEditable = 'false';
  const show = (text: string, hasFailed: boolean) => {
    words.textContent = text;
    element.classList.toggle('has-failed', hasFailed);
    progress.hidden = hasFailed;
    for (const button of [retryButton, removeButton]) button.hidden = !hasFailed;
  };
  retryButton.addEventListener('click', retry);
  removeButton.addEventListener('click', remove);
  return {
    element,
    wait() {
      show(name, false);
      progress.removeAttribute('value');
    },
    progress(share: number) {
      progress.value = share;
    },
    fail: (reason: string) => show(`${name}: ${reason}`, true),
  };
}
