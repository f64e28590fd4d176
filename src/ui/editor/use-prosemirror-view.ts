// The view needs its element, so it is created after the first render.
/* oxlint-disable react/set-state-in-effect */
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
import { MarkdownSource } from './markdown-source.ts';
import { nodeViews } from './node-views.ts';
import { moveCaretToEnd, createEditorState } from './editor-state.ts';
import { getDebounceDelay, type EditorViewProps } from './editor-types.ts';
import { addPictures, countPendingUploads } from './uploads.ts';
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
    const target: EditorView = new EditorView(
      { mount: element },
      {
        state: createEditorState(read, props.startAt, { onKey, askForLink, addFiles, placeholder: props.placeholder }),
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
        if (view && !view.hasFocus() && view.state.selection.from <= 1) moveCaretToEnd(view);
        view?.focus();
      },
      countPendingUploads: () => (view ? countPendingUploads(view) : 0),
    }),
    [view, props.initial],
  );
  return view;
}
