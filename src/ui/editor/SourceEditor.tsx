// The text lives in CodeMirror, outside of React, so refs are read in events only.
/* oxlint-disable react/refs, react-hooks/exhaustive-deps */
import { defaultKeymap, history, historyKeymap, temporarilySetTabFocusMode } from '@codemirror/commands';
import { HighlightStyle, Language, defineLanguageFacet, syntaxHighlighting } from '@codemirror/language';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap, placeholder } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { GFM, parser } from '@lezer/markdown';
import { useEffect, useEffectEvent, useImperativeHandle, useLayoutEffect, useRef } from 'react';
import { countWords } from '#shared/word-count.ts';
import { getDebounceDelay, type EditorViewProps } from './editor-types.ts';
import { countMarkdownWords } from './word-count.ts';

const markdown = new Language(defineLanguageFacet(), parser.configure([GFM]), [], 'markdown');

const colors = HighlightStyle.define([
  { tag: tags.heading, fontWeight: '650', color: 'var(--ink)' },
  { tag: tags.strong, fontWeight: '650' },
  { tag: tags.emphasis, fontStyle: 'italic' },
  { tag: tags.strikethrough, textDecoration: 'line-through' },
  { tag: [tags.link, tags.url], color: 'var(--code-title)' },
  { tag: tags.monospace, color: 'var(--code-string)' },
  { tag: tags.quote, color: 'var(--ink-soft)' },
  { tag: [tags.processingInstruction, tags.contentSeparator, tags.meta, tags.comment], color: 'var(--ink-faint)' },
]);

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'transparent' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--font-mono)', fontSize: '0.9375rem', lineHeight: '1.65', overflowX: 'hidden' },
  '.cm-content': { caretColor: 'var(--accent)', padding: '1.5rem 0 6rem', minHeight: '24rem' },
  '.cm-line': { padding: '0', unicodeBidi: 'plaintext' },
  '.cm-cursor': { borderLeftColor: 'var(--accent)', borderLeftWidth: '2px' },
  '.cm-placeholder': { color: 'var(--ink-faint)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in oklch, var(--accent) 30%, transparent)',
  },
  '.cm-searchMatch, .cm-selectionMatch': { backgroundColor: 'var(--accent-wash)' },
  '.cm-searchMatch-selected': { outline: '1px solid var(--accent)' },
  '.cm-panels': { backgroundColor: 'var(--raised)', color: 'var(--ink)', border: '1px solid var(--rule)', zIndex: '1' },
  '.cm-panel.cm-search': {
    padding: '0.5rem 2.5rem 0.5rem 0.5rem',
    fontFamily: 'var(--font-display)',
    fontSize: '0.875rem',
  },
  '.cm-panel.cm-search label': { fontSize: '0.8125rem', display: 'inline-flex', alignItems: 'center', gap: '0.25rem' },
  '.cm-panel.cm-search [name=close]': {
    fontSize: '1.25rem',
    width: '2.25rem',
    height: '2.25rem',
    cursor: 'pointer',
    color: 'inherit',
  },
  '.cm-textfield, .cm-button': { minHeight: '2.25rem', border: '1px solid var(--rule-strong)', color: 'inherit' },
  '.cm-textfield': { background: 'var(--ground)' },
  '.cm-button': { backgroundImage: 'none', background: 'transparent' },
});

/** Returns the line ending of a text. If it mixes several, the others are kept as characters. */
function detectLineEnding(text: string): string {
  const [first = '\n', ...others] = new Set(text.match(/\r\n|\r|\n/g));
  return others.length === 0 ? first : '\n';
}

/** Counts words as readers see them; approximately for very long texts, since parsing is slow. */
function countSourceWords(text: string): number {
  return text.length > 200_000 ? countWords(text) : countMarkdownWords(text);
}

/** Pixels to keep free around the caret line: toolbars are above, a keyboard may be below. */
const ABOVE = 200;
const BELOW = 80;

/** Edits a text as Markdown source. Rendered in a shadow tree, where CSP allows its style sheets. */
export default function SourceEditor(props: EditorViewProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView>(undefined);
  const untouched = useRef(true);
  const changeTimer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const text = () => (untouched.current || !view.current ? props.initial : view.current.state.sliceDoc());
  const emitChange = useEffectEvent(() => {
    clearTimeout(changeTimer.current);
    changeTimer.current = undefined;
    props.onChange(text());
    props.onWordCountChange(countSourceWords(text()));
  });
  const validity = useEffectEvent(() => ({ 'aria-invalid': String(props.invalid) }));
  const createView = useEffectEvent((root: ShadowRoot) => {
    const { initial, startAt } = props;
    const label = document.getElementById(props.labelId)?.textContent ?? '';
    const editor: EditorView = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: initial,
        // CodeMirror counts every line ending as one character.
        selection: { anchor: initial.slice(0, startAt ?? 0).replaceAll('\r\n', '\n').length },
        extensions: [
          EditorState.lineSeparator.of(detectLineEnding(initial)),
          history(),
          drawSelection(),
          EditorView.lineWrapping,
          EditorView.perLineTextDirection.of(true),
          EditorView.scrollMargins.of(() => ({ top: ABOVE, bottom: BELOW })),
          markdown,
          syntaxHighlighting(colors),
          search({ top: true }),
          highlightSelectionMatches(),
          placeholder(props.placeholder),
          EditorView.contentAttributes.of({
            'aria-label': `${label} (Markdown)`,
            spellcheck: 'true',
            autocorrect: 'on',
            autocapitalize: 'sentences',
          }),
          EditorView.contentAttributes.of(validity),
          keymap.of([
            { key: 'Escape', run: temporarilySetTabFocusMode },
            ...searchKeymap,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          EditorView.updateListener.of(update => {
            if (!update.docChanged) return;
            untouched.current = false;
            clearTimeout(changeTimer.current);
            changeTimer.current = setTimeout(emitChange, getDebounceDelay(initial.length));
          }),
          theme,
        ],
      }),
    });
    if (startAt !== undefined) {
      editor.focus();
      editor.dispatch({ effects: EditorView.scrollIntoView(editor.state.selection.main, { y: 'center' }) });
    }
    props.onWordCountChange(countSourceWords(initial));
    return editor;
  });

  useLayoutEffect(() => {
    const element = host.current;
    if (!element) return undefined;
    untouched.current = true;
    const editor = createView(element.shadowRoot ?? element.attachShadow({ mode: 'open' }));
    view.current = editor;
    return () => {
      clearTimeout(changeTimer.current);
      editor.destroy();
    };
  }, []);

  // Each update makes the view read its attributes again.
  useEffect(() => view.current?.dispatch());

  useImperativeHandle(
    props.ref,
    () => ({
      flush: () => {
        if (changeTimer.current !== undefined) emitChange();
        return text();
      },
      getCaretOffset: () =>
        view.current ? view.current.state.sliceDoc(0, view.current.state.selection.main.head).length : 0,
      focus: () => view.current?.focus(),
      countPendingUploads: () => 0,
    }),
    [props.initial],
  );
  return <div ref={host} className="editor-source-text" />;
}
