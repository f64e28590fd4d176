// The view needs its element, so it is created after the first render.
/* oxlint-disable react/set-state-in-effect */
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { EditorState, Plugin, Selection } from 'prosemirror-state';
import { tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import {
  type RefObject,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { createInputRules } from './input-rules.ts';
import { createKeyBindings } from './key-bindings.ts';
import { MarkdownSource } from './markdown-source.ts';
import { createPlaceholderPlugin, nodeViews } from './node-views.ts';
import { createPastePlugin } from './paste.ts';
import { getDebounceDelay, type EditorViewProps } from './editor-types.ts';
import { addPictures, countPendingUploads, createUploadPlugin } from './uploads.ts';
import { countDocumentWords } from './word-count.ts';

interface Hooks {
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly askForLink: () => void;
  readonly say: (words: string) => void;
  /** ARIA attributes of the text besides its name. */
  readonly attributes: () => Record<string, string>;
}

/** Creates a ProseMirror view in an element; serializes the text after changes settle. */
export function useProseMirrorView(
  place: RefObject<HTMLDivElement | null>,
  props: EditorViewProps,
  hooks: Hooks,
): EditorView | undefined {
  const [view, setView] = useState<EditorView>();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const source = useRef<MarkdownSource>(undefined);
  const settling = useRef<ReturnType<typeof setTimeout>>(undefined);
  const onKey = useEffectEvent(hooks.onKey);
  const askForLink = useEffectEvent(hooks.askForLink);
  const attributes = useEffectEvent(hooks.attributes);
  const addFiles = useEffectEvent((target: EditorView, files: readonly File[], at?: number) =>
    addPictures(target, files, props, hooks.say, at),
  );
  const settle = useEffectEvent((target: EditorView) => {
    clearTimeout(settling.current);
    settling.current = undefined;
    props.onChange(source.current?.write(target.state.doc) ?? '');
    props.onWordCountChange(countDocumentWords(target.state.doc));
  });
  const start = useEffectEvent((element: HTMLElement) => {
    const read = new MarkdownSource(props.initial);
    source.current = read;
    const state = EditorState.create({
      doc: read.doc,
      selection: props.startAt === undefined ? Selection.atStart(read.doc) : selectionAt(read, props.startAt),
      plugins: [
        new Plugin({ props: { handleKeyDown: (_view, event) => onKey(event) } }),
        createInputRules(),
        ...createKeyBindings(askForLink),
        history(),
        dropCursor({ color: false, class: 'editor-drop' }),
        gapCursor(),
        tableEditing(),
        createUploadPlugin(),
        createPastePlugin(addFiles),
        createPlaceholderPlugin(props.placeholder),
      ],
    });
    const target: EditorView = new EditorView(
      { mount: element },
      {
        state,
        nodeViews,
        attributes,
        dispatchTransaction(transaction) {
          target.updateState(target.state.apply(transaction));
          if (transaction.docChanged) {
            clearTimeout(settling.current);
            settling.current = setTimeout(() => settle(target), getDebounceDelay(target.state.doc.content.size));
          }
          redraw();
        },
        handleDOMEvents: {
          focus: () => redraw(),
          blur: () => redraw(),
        },
      },
    );
    props.onWordCountChange(countDocumentWords(read.doc));
    if (props.startAt !== undefined) {
      target.focus();
      target.dispatch(target.state.tr.scrollIntoView());
    }
    return target;
  });

  useLayoutEffect(() => {
    const element = place.current;
    if (!element) return undefined;
    const target = start(element);
    setView(target);
    return () => {
      clearTimeout(settling.current);
      target.destroy();
    };
  }, [place]);

  // Setting props makes the view read its attributes again.
  useEffect(() => {
    if (view && !view.isDestroyed) view.setProps({});
  });

  useImperativeHandle(
    props.ref,
    () => ({
      flush: () => {
        if (!view || view.isDestroyed) return props.initial;
        if (settling.current !== undefined) settle(view);
        return source.current?.write(view.state.doc) ?? props.initial;
      },
      getCaretOffset: () =>
        view ? (source.current?.offsetOf(view.state.doc, view.state.selection.$from.index(0)) ?? 0) : 0,
      focus: () => {
        if (!view) return;
        const { selection, tr, doc } = view.state;
        if (!view.hasFocus() && selection.from <= 1) view.dispatch(tr.setSelection(Selection.atEnd(doc)));
        view.focus();
      },
      countPendingUploads: () => (view ? countPendingUploads(view) : 0),
    }),
    [view, props.initial],
  );
  return view;
}

/** Returns a selection at an offset of the source. */
function selectionAt(source: MarkdownSource, offset: number): Selection {
  const blocks = source.doc.children.slice(0, Math.min(source.blockAt(offset), source.doc.childCount - 1));
  const start = blocks.reduce((position, { nodeSize }) => position + nodeSize, 0);
  return Selection.near(source.doc.resolve(start + 1));
}
