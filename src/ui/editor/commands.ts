import { chainCommands, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import type { Attrs, Node } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import { schema } from './schema.ts';

/** A mark of the schema, switched on or off for what is chosen. */
export function toggle(name: 'strong' | 'em' | 'code' | 'strike'): Command {
  const type = schema.marks[name];
  return type ? toggleMark(type) : () => false;
}

/** Makes the chosen blocks headings, or paragraphs again where they are such headings. */
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

/** Makes a list of the chosen blocks; `checked` makes it a task list. A list of that kind is none again. */
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

/** Switches the tick of the task that the caret is in. */
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

/** Puts a block in the place of an empty paragraph that the caret is in, or after the block that it is in. */
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

/** Puts a kind of block where the caret is. */
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

/** Sets a note at the caret, with an empty text for it at the end, where the caret goes. */
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

/** A line break that stays in its paragraph; a cell of a table has only HTML for it. */
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

/** Moves the outermost block that the caret is in past its neighbor; it stays the same node, so its source stays too. */
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

/** Sets, changes or (with null) takes away the link around what is chosen, or the one that the caret is in. */
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

/** The link at the caret, with the stretch of text that it holds for. */
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
