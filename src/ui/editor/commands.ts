import { chainCommands, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import type { Attrs, Node } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { schema } from './schema.ts';

/** Returns a command that toggles a mark on the selection. */
export function toggle(name: 'strong' | 'em' | 'code' | 'strike'): Command {
  const type = schema.marks[name];
  return type ? toggleMark(type) : () => false;
}

/** Returns a command that turns blocks into headings, or headings of that level into paragraphs. */
export function toggleHeading(level: number): Command {
  return (state, dispatch, view) => {
    const { parent } = state.selection.$from;
    const is = parent.type.name === 'heading' && parent.attrs.level === level;
    return setBlockType(getNodeType(is ? 'paragraph' : 'heading'), is ? null : { level })(state, dispatch, view);
  };
}

export function getNodeType(name: string) {
  const type = schema.nodes[name];
  if (!type) throw new Error(`There is no node called ${name}.`);
  return type;
}

export const setParagraph: Command = setBlockType(getNodeType('paragraph'));
export const wrapInQuote: Command = wrapIn(getNodeType('blockquote'));

/**
 * Returns a command that turns blocks into a list, or a list of that kind into paragraphs; `checked` makes a task list.
 */
export function toggleList(name: 'bullet_list' | 'ordered_list', checked: boolean | null = null): Command {
  return (state, dispatch, view) => {
    const { $from } = state.selection;
    const list = $from.depth >= 2 ? $from.node(-2) : undefined;
    if (list?.type.name === name && (list.firstChild?.attrs.checked === null) === (checked === null)) {
      return liftListItem(getNodeType('list_item'))(state, dispatch, view);
    }
    return wrapInList(getNodeType(name))(
      state,
      dispatch &&
        (tr => {
          if (checked !== null) {
            const { $from: from } = tr.selection;
            tr.setNodeAttribute(from.before(-1), 'checked', checked);
          }
          dispatch(tr);
        }),
    );
  };
}

/** Toggles the checkbox of the task at the caret. */
export const toggleTask: Command = (state, dispatch) => {
  const { $from } = state.selection;
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth);
    if (node.type.name !== 'list_item' || node.attrs.checked === null) continue;
    dispatch?.(state.tr.setNodeAttribute($from.before(depth), 'checked', !node.attrs.checked));
    return true;
  }
  return false;
};

/** Replaces the empty paragraph at the caret with a block, or inserts it after the current block. */
export function insertBlock(tr: Transaction, block: Node, caret: 'inside' | 'after' = 'inside'): Transaction {
  const { $from } = tr.selection;
  const depth = $from.parent.inlineContent ? $from.depth : $from.depth + 1;
  const empty = $from.parent.type.name === 'paragraph' && $from.parent.content.size === 0;
  const start = empty ? $from.before() : depth > $from.depth ? $from.pos : $from.after(depth);
  const end = empty ? $from.after() : start;
  const isLast = tr.doc.resolve(end).nodeAfter === null;
  tr.replaceWith(start, end, caret === 'after' && isLast ? [block, getNodeType('paragraph').create()] : [block]);
  const target = caret === 'after' ? start + block.nodeSize : start + 1;
  return tr.setSelection(TextSelection.near(tr.doc.resolve(target), 1)).scrollIntoView();
}

/** Returns a command that inserts a block at the caret. */
export function insertNode(
  name: string,
  attributes: Attrs | null = null,
  caret: 'inside' | 'after' = 'inside',
): Command {
  return (state, dispatch) => {
    const block = getNodeType(name).createAndFill(attributes);
    if (!block) return false;
    dispatch?.(insertBlock(state.tr, block, caret));
    return true;
  };
}

export const insertTable: Command = (state, dispatch) => {
  if (isInTable(state)) return false;
  const row = (cell: string) =>
    getNodeType('table_row').create(
      null,
      [0, 1, 2].map(() => getNodeType(cell).create()),
    );
  const table = getNodeType('table').create(null, [row('table_header'), row('table_cell'), row('table_cell')]);
  dispatch?.(insertBlock(state.tr, table));
  return true;
};

/** Inserts a footnote reference and moves the caret to its new definition at the end. */
export const insertFootnote: Command = (state, dispatch) => {
  const { $from } = state.selection;
  if (!$from.parent.inlineContent || $from.parent.type.spec.code) return false;
  const taken = new Set<string>();
  state.doc.descendants(node => {
    if (node.type.name.startsWith('footnote_')) taken.add(node.attrs.identifier as string);
  });
  let number = 1;
  while (taken.has(String(number))) number += 1;
  const names = { identifier: String(number), label: String(number) };
  const note = getNodeType('footnote_definition').create(names, getNodeType('paragraph').create());
  const tr = state.tr.replaceSelectionWith(getNodeType('footnote_reference').create(names));
  const end = tr.doc.content.size;
  tr.insert(end, note).setSelection(TextSelection.near(tr.doc.resolve(end + 2)));
  dispatch?.(tr.scrollIntoView());
  return true;
};

/** Inserts a line break within the paragraph; a table cell has only HTML for it. */
export const insertBreak: Command = chainCommands(
  (state, dispatch) => {
    if (!state.selection.$from.parent.type.spec.code) return false;
    dispatch?.(state.tr.insertText('\n').scrollIntoView());
    return true;
  },
  (state, dispatch) => {
    const inCell = isInTable(state);
    const node = inCell ? getNodeType('inline_source').create({ value: '<br>' }) : getNodeType('hard_break').create();
    dispatch?.(state.tr.replaceSelectionWith(node).scrollIntoView());
    return true;
  },
);

/** Moves the top-level block past its neighbor. The node stays identical, so its source is kept. */
export function moveBlock(direction: -1 | 1): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    if ($from.depth === 0) return false;
    const place = $from.index(0);
    const other = place + direction;
    if (other < 0 || other >= state.doc.childCount) return false;
    const block = state.doc.child(place);
    const neighbor = state.doc.child(other);
    const start = direction === 1 ? $from.before(1) : $from.before(1) - neighbor.nodeSize;
    const both = direction === 1 ? [neighbor, block] : [block, neighbor];
    const tr = state.tr.replaceWith(start, start + block.nodeSize + neighbor.nodeSize, both);
    const shift = direction === 1 ? neighbor.nodeSize : -neighbor.nodeSize;
    dispatch?.(tr.setSelection(TextSelection.near(tr.doc.resolve($from.pos + shift))).scrollIntoView());
    return true;
  };
}

/** Sets, changes or (with null) removes the link of the selection or at the caret. */
export function setLink(
  link: { href: string; title: string | null } | null,
  range: { from: number; to: number },
): Command {
  return (state, dispatch) => {
    const type = schema.marks.link;
    if (!type) return false;
    const { tr } = state;
    if (range.from === range.to && link) {
      tr.insert(range.from, schema.text(link.href, [type.create(link)]));
    } else {
      tr.removeMark(range.from, range.to, type);
      if (link) tr.addMark(range.from, range.to, type.create(link));
    }
    dispatch?.(tr.scrollIntoView());
    return true;
  };
}

/** Returns the link at the caret and its range. */
export function findLinkAt(
  state: EditorState,
): { from: number; to: number; href: string; title: string | null } | undefined {
  const { $from, empty, from, to } = state.selection;
  const type = schema.marks.link;
  const mark =
    type && ($from.marks().find(one => one.type === type) ?? $from.nodeAfter?.marks.find(one => one.type === type));
  if (!mark || !$from.parent.inlineContent) return undefined;
  let start = $from.start();
  let found: { from: number; to: number } | undefined;
  $from.parent.forEach(node => {
    const end = start + node.nodeSize;
    if (mark.isInSet(node.marks)) {
      if (found?.to === start) found.to = end;
      else if (!found || found.to < from) found = { from: start, to: end };
    }
    start = end;
  });
  if (!found || from < found.from || (empty ? from : to) > found.to) return undefined;
  return { ...found, href: mark.attrs.href as string, title: mark.attrs.title as string | null };
}
