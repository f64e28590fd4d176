// The options' values are their labels; not all screen readers announce an output. The view needs its element, so it is
// created after the first render.
/* oxlint-disable jsx-a11y/control-has-associated-label, jsx-a11y/prefer-tag-over-role, react/set-state-in-effect */
import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { EditorState, Plugin, Selection } from 'prosemirror-state';
import { isInTable, tableEditing } from 'prosemirror-tables';
import { EditorView } from 'prosemirror-view';
import {
  useEffect,
  useEffectEvent,
  useId,
  useImperativeHandle,
  useLayoutEffect,
  useReducer,
  useRef,
  useState,
} from 'react';
import { LinkForm } from './LinkForm.tsx';
import { findLinkAt, findSlashQuery, insertEmbed, setLink } from './commands.ts';
import { shouldShowBubbleMenu, BubbleMenu } from './BubbleMenu.tsx';
import { getDebounceDelay, type EditorViewProps } from './editor-types.ts';
import { createInputRules } from './input-rules.ts';
import { createKeyBindings } from './key-bindings.ts';
import { MarkdownSource } from './markdown-source.ts';
import { createPlaceholderPlugin, nodeViews } from './node-views.ts';
import { createPastePlugin } from './paste.ts';
import { type SlashItem, slashItems } from './slash-items.ts';
import { SlashMenu } from './SlashMenu.tsx';
import { TableMenu } from './TableMenu.tsx';
import { addPictures, countPendingUploads, createUploadPlugin, insertPicture } from './uploads.ts';
import { countDocumentWords } from './word-count.ts';

/** Suggested code languages; any other can be typed. */
const languages =
  'bash c c++ c# css diff go graphql html java javascript json kotlin markdown php python ruby rust scss sql swift text tsx typescript yaml';

type LinkPrompt =
  | { kind: 'link'; from: number; to: number; href: string; title: string | null }
  | { kind: 'embed'; from: number };

/** Edits a text with rich formatting. */
export default function RichEditor(props: EditorViewProps) {
  const { ref, initial, startAt, labelId, descriptionId, invalid } = props;
  const menuId = useId();
  const host = useRef<HTMLDivElement>(null);
  const source = useRef<MarkdownSource>(undefined);
  const changeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [view, setView] = useState<EditorView>();
  const [, redraw] = useReducer((count: number) => count + 1, 0);
  const bar = useRef<HTMLDivElement>(null);
  const file = useRef<HTMLInputElement>(null);
  const [announcement, announce] = useState('');
  const [prompt, setPrompt] = useState<LinkPrompt>();
  const [active, setActive] = useState(0);
  /** Position of the slash whose menu was closed. */
  const [closedAt, setClosedAt] = useState<number>();

  const focused = view?.hasFocus() ?? false;
  const slash = view && focused && !prompt ? findSlashQuery(view.state) : undefined;
  const open = slash && slash.from !== closedAt ? slash : undefined;
  const items = open ? slashItems(open.query) : [];
  const activeIndex = Math.min(active, items.length - 1);
  const activeItem = items[activeIndex];

  const askForLink = () => {
    if (!view || view.state.selection.$from.parent.type.spec.code) return;
    const { from, to } = view.state.selection;
    setPrompt({ kind: 'link', from, to, href: '', title: null, ...findLinkAt(view.state) });
  };

  const closePrompt = (close: () => void) => {
    close();
    setPrompt(undefined);
    view?.focus();
  };

  const choose = ({ run }: SlashItem) => {
    if (!view || !open) return;
    view.dispatch(view.state.tr.delete(open.from, open.to));
    setActive(0);
    if (typeof run === 'function') {
      run(view.state, view.dispatch, view);
      view.focus();
    } else if (run === 'embed') setPrompt({ kind: 'embed', from: open.from });
    else if (run === 'media') void pickPicture(view);
    else if (file.current) {
      file.current.multiple = run === 'gallery';
      file.current.click();
    }
  };

  const pickPicture = async (target: EditorView) => {
    const picked = await props.pickPicture();
    if (picked && !target.isDestroyed) insertPicture(target, picked.picture, picked.alt, props);
    if (!target.isDestroyed) target.focus();
  };

  const onKey = useEffectEvent((event: KeyboardEvent): boolean => {
    if (event.key === 'F10' && event.altKey && bar.current) {
      bar.current.querySelector('button')?.focus();
      return true;
    }
    if (!open || !activeItem || event.isComposing) return false;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setActive((activeIndex + step + items.length) % items.length);
    else if (event.key === 'Enter' || event.key === 'Tab') choose(activeItem);
    else if (event.key === 'Escape') setClosedAt(open.from);
    else {
      if (event.key.length === 1) setActive(0);
      return false;
    }
    return true;
  });

  const openLinkForm = useEffectEvent(() => askForLink());
  const attributes = useEffectEvent(() => ({
    role: 'textbox',
    'aria-multiline': 'true',
    'aria-labelledby': labelId,
    'aria-describedby': descriptionId,
    class: 'prose editor-text',
    ...(invalid ? { 'aria-invalid': 'true' } : {}),
    ...(activeItem ? { 'aria-controls': menuId, 'aria-activedescendant': `${menuId}-${activeItem.id}` } : {}),
  }));
  const addFiles = useEffectEvent((target: EditorView, files: readonly File[], at?: number) =>
    addPictures(target, files, props, announce, at),
  );
  const emitChange = useEffectEvent((target: EditorView) => {
    clearTimeout(changeTimer.current);
    changeTimer.current = undefined;
    props.onChange(source.current?.write(target.state.doc) ?? '');
    props.onWordCountChange(countDocumentWords(target.state.doc));
  });
  const createView = useEffectEvent((element: HTMLElement) => {
    const parsed = new MarkdownSource(initial);
    source.current = parsed;
    const state = EditorState.create({
      doc: parsed.doc,
      selection: startAt === undefined ? Selection.atStart(parsed.doc) : selectionAt(parsed, startAt),
      plugins: [
        new Plugin({ props: { handleKeyDown: (_view, event) => onKey(event) } }),
        createInputRules(),
        ...createKeyBindings(openLinkForm),
        history(),
        dropCursor({ color: false, class: 'editor-drop-cursor' }),
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
            clearTimeout(changeTimer.current);
            changeTimer.current = setTimeout(() => emitChange(target), getDebounceDelay(target.state.doc.content.size));
          }
          redraw();
        },
        handleDOMEvents: {
          focus: () => redraw(),
          blur: () => redraw(),
        },
      },
    );
    props.onWordCountChange(countDocumentWords(parsed.doc));
    if (startAt !== undefined) {
      target.focus();
      target.dispatch(target.state.tr.scrollIntoView());
    }
    return target;
  });

  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    const target = createView(element);
    setView(target);
    return () => {
      clearTimeout(changeTimer.current);
      target.destroy();
    };
  }, []);

  // Setting props makes the view read its attributes again.
  useEffect(() => {
    if (view && !view.isDestroyed) view.setProps({});
  });

  useImperativeHandle(
    ref,
    () => ({
      flush: () => {
        if (!view || view.isDestroyed) return initial;
        if (changeTimer.current !== undefined) emitChange(view);
        return source.current?.write(view.state.doc) ?? initial;
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
    [view, initial],
  );

  const barIsFocused = view !== undefined && document.activeElement?.closest('.editor-tools') != null;
  const showBar = view && (focused || barIsFocused) && !prompt && shouldShowBubbleMenu(view.state);
  return (
    <div className="editor-frame">
      <div ref={host} />
      {view && open && items.length > 0 && (
        <SlashMenu view={view} at={open.from} id={menuId} items={items} active={activeIndex} onChoose={choose} />
      )}
      {view && showBar && <BubbleMenu ref={bar} view={view} onLink={askForLink} />}
      {view && focused && !showBar && !prompt && isInTable(view.state) && <TableMenu view={view} />}
      {view && prompt && (
        <LinkForm
          key={prompt.from}
          view={view}
          at={prompt.from}
          label={prompt.kind === 'link' ? 'Link URL' : 'URL to embed'}
          initial={prompt.kind === 'link' ? prompt.href : ''}
          onSet={href =>
            closePrompt(() => {
              if (prompt.kind === 'embed') insertEmbed(view, href);
              else setLink({ href, title: prompt.title }, prompt)(view.state, view.dispatch);
            })
          }
          onRemove={
            prompt.kind === 'link' && prompt.href !== ''
              ? () => closePrompt(() => setLink(null, prompt)(view.state, view.dispatch))
              : undefined
          }
          onClose={() => closePrompt(() => {})}
        />
      )}
      <input
        ref={file}
        type="file"
        accept="image/*"
        hidden
        aria-label="Images to upload"
        tabIndex={-1}
        onChange={event => {
          if (view) addPictures(view, [...(event.currentTarget.files ?? [])], props, announce);
          event.currentTarget.value = '';
          view?.focus();
        }}
      />
      <datalist id="editor-languages">
        {languages.split(' ').map(language => (
          <option key={language} value={language} />
        ))}
      </datalist>
      <p role="status" className="sr-only">
        {open && activeItem ? `${activeItem.label}, ${activeIndex + 1} of ${items.length}` : announcement}
      </p>
    </div>
  );
}

/** Returns a selection at an offset of the source. */
function selectionAt(source: MarkdownSource, offset: number): Selection {
  const blocks = source.doc.children.slice(0, Math.min(source.blockAt(offset), source.doc.childCount - 1));
  const start = blocks.reduce((position, { nodeSize }) => position + nodeSize, 0);
  return Selection.near(source.doc.resolve(start + 1));
}
