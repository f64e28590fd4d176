import { baseKeymap, chainCommands, exitCode } from 'prosemirror-commands';
import { redo, undo } from 'prosemirror-history';
import { undoInputRule } from 'prosemirror-inputrules';
import { keymap } from 'prosemirror-keymap';
import { liftListItem, sinkListItem, splitListItem } from 'prosemirror-schema-list';
import { type Command, Plugin, TextSelection } from 'prosemirror-state';
import { addRowAfter, goToNextCell, isInTable } from 'prosemirror-tables';
import {
  insertBreak,
  moveBlock,
  toggle,
  toggleHeading,
  toggleTask,
  toggleList,
  setParagraph,
  wrapInQuote,
} from './commands.ts';
import { nodes } from './schema.ts';

const item = nodes.list_item;

/** Moves to the next cell; after the last one, adds a row. */
const nextCell: Command = (state, dispatch, view) => {
  if (!isInTable(state)) return false;
  if (goToNextCell(1)(state, dispatch, view)) return true;
  if (!view || !addRowAfter(state, dispatch)) return true;
  return goToNextCell(1)(view.state, dispatch, view);
};

const indentCode: Command = (state, dispatch) => {
  if (!state.selection.$from.parent.type.spec.code) return false;
  dispatch?.(state.tr.insertText('  ').scrollIntoView());
  return true;
};

/** Keeps Tab inside a list even if nothing can be indented; Escape, then Tab leaves the field. */
const stayInList: Command = state => state.selection.$from.node(-1)?.type === item;

/** Starts a code block on ``` and Enter, like on ``` and a space. */
const startCodeBlock: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  const match =
    empty && $from.parent.type.name === 'paragraph' ? /^```([\w+#.-]*)$/.exec($from.parent.textContent) : null;
  if (!match) return false;
  const block = nodes.code_block.create({ lang: match[1] || null });
  const tr = state.tr.replaceWith($from.before(), $from.after(), block);
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve($from.before() + 1))));
  return true;
};

/** Leaves a code block on a second empty line at its end. */
const leaveCode: Command = (state, dispatch) => {
  const { $from, empty } = state.selection;
  if (!empty || !$from.parent.type.spec.code || $from.parentOffset < $from.parent.content.size) return false;
  if (!$from.parent.textContent.endsWith('\n\n')) return false;
  const tr = state.tr.delete($from.pos - 2, $from.pos);
  const after = tr.mapping.map($from.after());
  tr.insert(after, nodes.paragraph.create());
  dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve(after + 1))).scrollIntoView());
  return true;
};

/** Turns a heading into a paragraph on Backspace at its start. */
const unsetHeading: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parentOffset > 0 || $from.parent.type.name !== 'heading') return false;
  return setParagraph(state, dispatch, view);
};

/** Creates the key bindings. `askForLink` opens the link form. */
export function createKeyBindings(askForLink: () => void): Plugin[] {
  const headings = Object.fromEntries([1, 2, 3, 4, 5, 6].map(level => [`Mod-Alt-${level}`, toggleHeading(level)]));
  const bindings = {
    ...headings,
    'Mod-Alt-0': setParagraph,
    'Mod-b': toggle('strong'),
    'Mod-i': toggle('em'),
    'Mod-e': toggle('code'),
    'Mod-Shift-x': toggle('strike'),
    'Mod-k': () => {
      askForLink();
      return true;
    },
    'Mod-Shift-7': toggleList('ordered_list'),
    'Mod-Shift-8': toggleList('bullet_list'),
    'Mod-Shift-9': toggleList('bullet_list', false),
    'Mod-Shift-b': wrapInQuote,
    'Mod-Enter': chainCommands(toggleTask, exitCode),
    'Mod-z': undo,
    'Mod-y': redo,
    'Mod-Shift-z': redo,
    Enter: chainCommands(startCodeBlock, leaveCode, splitTask, leaveList),
    'Shift-Enter': insertBreak,
    Backspace: chainCommands(undoInputRule, unsetHeading),
    'Alt-ArrowUp': moveBlock(-1),
    'Alt-ArrowDown': moveBlock(1),
    Tab: chainCommands(nextCell, sinkListItem(item), stayInList, indentCode),
    'Shift-Tab': chainCommands(goToNextCell(-1), liftListItem(item), stayInList),
  } satisfies Record<string, Command>;
  return [createTabExitPlugin(), keymap(bindings), keymap(baseKeymap)];
}

/** Splits a list item; the new item after a task is an unchecked task. */
const splitTask: Command = (state, dispatch, view) => {
  const checked = state.selection.$from.node(-1)?.attrs.checked as boolean | null | undefined;
  return splitListItem(item, { checked: checked === undefined || checked === null ? null : false })(
    state,
    dispatch,
    view,
  );
};

/** Ends a list on Enter in an empty item. */
const leaveList: Command = (state, dispatch, view) => {
  const { $from, empty } = state.selection;
  if (!empty || $from.parent.content.size > 0 || $from.node(-1)?.type !== item) return false;
  return liftListItem(item)(state, dispatch, view);
};

/** Lets Tab leave the field after Escape. */
function createTabExitPlugin(): Plugin {
  let escaped = false;
  return new Plugin({
    props: {
      handleDOMEvents: {
        keydown(_view, event) {
          const exits = escaped && event.key === 'Tab';
          if (event.key !== 'Shift') escaped = event.key === 'Escape';
          // Skip the editor's own key handlers.
          return exits;
        },
        blur() {
          escaped = false;
          return false;
        },
      },
    },
  });
}
