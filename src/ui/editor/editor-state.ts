import { dropCursor } from 'prosemirror-dropcursor';
import { gapCursor } from 'prosemirror-gapcursor';
import { history } from 'prosemirror-history';
import { EditorState, Plugin, Selection, TextSelection } from 'prosemirror-state';
import { isInTable, tableEditing } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { insertBlock, getNodeType } from './commands.ts';
import { createInputRules } from './input-rules.ts';
import { createKeyBindings } from './key-bindings.ts';
import type { MarkdownSource } from './markdown-source.ts';
import { createPlaceholderPlugin } from './node-views.ts';
import { createPastePlugin } from './paste.ts';
import { schema } from './schema.ts';
import { createUploadPlugin } from './uploads.ts';

interface Hooks {
  /** Called first for every key; returns whether it was handled. */
  readonly onKey: (event: KeyboardEvent) => boolean;
  readonly askForLink: () => void;
  readonly addFiles: (view: EditorView, files: readonly File[], at?: number) => boolean;
  readonly placeholder: string;
}

/** Creates the editor state with the caret at an offset of the source. */
export function createEditorState(source: MarkdownSource, startAt: number | undefined, hooks: Hooks): EditorState {
  const state = EditorState.create({
    doc: source.doc,
    plugins: [
      new Plugin({ props: { handleKeyDown: (_view, event) => hooks.onKey(event) } }),
      createInputRules(),
      ...createKeyBindings(hooks.askForLink),
      history(),
      dropCursor({ color: false, class: 'editor-drop' }),
      gapCursor(),
      tableEditing(),
      createUploadPlugin(),
      createPastePlugin(hooks.addFiles),
      createPlaceholderPlugin(hooks.placeholder),
    ],
  });
  if (startAt === undefined) return state;
  const block = Math.min(source.blockAt(startAt), state.doc.childCount - 1);
  let position = 0;
  for (const node of state.doc.children.slice(0, block)) position += node.nodeSize;
  return state.apply(state.tr.setSelection(Selection.near(state.doc.resolve(position + 1))));
}

/** Returns the query after a slash in an otherwise empty paragraph, with its range. */
export function findSlashQuery(state: EditorState): { query: string; from: number; to: number } | undefined {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.type.name !== 'paragraph' || isInTable(state)) return undefined;
  const text = $from.parent.textBetween(0, $from.parent.content.size, '', '\u{FFFC}');
  const match = /^\/([\p{L}\d]*(?: [\p{L}\d]+)?)$/u.exec(text);
  if (!match || $from.parentOffset !== text.length) return undefined;
  return { query: match[1] ?? '', from: $from.start(), to: $from.pos };
}

/** Inserts a URL as its own paragraph, which readers see as a card. */
export function insertEmbed(view: EditorView, href: string): void {
  const link = schema.marks.link?.create({ href });
  const block = getNodeType('paragraph').create(null, schema.text(href, link ? [link] : []));
  view.dispatch(insertBlock(view.state.tr, block, 'after'));
  view.focus();
}

export function moveCaretToEnd(view: EditorView): void {
  view.dispatch(view.state.tr.setSelection(TextSelection.atEnd(view.state.doc)));
}
