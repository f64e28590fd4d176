import { chainCommands, setBlockType, toggleMark, wrapIn } from 'prosemirror-commands';
import type { Attrs, Node, NodeType } from 'prosemirror-model';
import { liftListItem, wrapInList } from 'prosemirror-schema-list';
import { type Command, type EditorState, TextSelection, type Transaction } from 'prosemirror-state';
import { isInTable } from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { marks, nodes, schema } from './schema.ts';

/** Returns a command that toggles a mark on the selection. */
export const toggle = (name: 'strong' | 'em' | 'code' | 'strike'): Command => toggleMark(marks[name]);

/** Returns a command that turns blocks into headings, or headings of that level into paragraphs. */
export function toggleHeading(level: number): Command {
  return (state, dispatch, view) => {
    const { parent } = state.selection.$from;
    const isActive = parent.type.name === 'heading' && parent.attrs.level === level;
    return (isActive ? setParagraph : setBlockType(nodes.heading, { level }))(state, dispatch, view);
  };
}

export const setParagraph: Command = setBlockType(nodes.paragraph);
export const wrapInQuote: Command = wrapIn(nodes.blockquote);

/**
 * Returns a command that turns blocks into a list, or a list of that kind into paragraphs; `checked` makes a task list.
 */
export function toggleList(name: 'bullet_list' | 'ordered_list', checked: boolean | null = null): Command {
  return (state, dispatch, view) => {
    const { $from } = state.selection;
    const list = $from.depth >= 2 ? $from.node(-2) : undefined;
    if (list?.type.name === name && (list.firstChild?.attrs.checked === null) === (checked === null)) {
      return liftListItem(nodes.list_item)(state, dispatch, view);
    }
    return wrapInList(nodes[name])(
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
  tr.replaceWith(start, end, caret === 'after' && isLast ? [block, nodes.paragraph.create()] : [block]);
  const target = caret === 'after' ? start + block.nodeSize : start + 1;
  return tr.setSelection(TextSelection.near(tr.doc.resolve(target), 1)).scrollIntoView();
}

/** Returns a command that inserts a block at the caret. */
export function insertNode(type: NodeType, attributes: Attrs | null = null, caret?: 'inside' | 'after'): Command {
  return (state, dispatch) => {
    const block = type.createAndFill(attributes);
    if (!block) return false;
    dispatch?.(insertBlock(state.tr, block, caret));
    return true;
  };
}

export const insertTable: Command = (state, dispatch) => {
  if (isInTable(state)) return false;
  const row = (cell: NodeType) => nodes.table_row.create(null, [cell.create(), cell.create(), cell.create()]);
  const table = nodes.table.create(null, [row(nodes.table_header), row(nodes.table_cell), row(nodes.table_cell)]);
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
  const note = nodes.footnote_definition.create(names, nodes.paragraph.create());
  const tr = state.tr.replaceSelectionWith(nodes.footnote_reference.create(names));
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
    const node = inCell ? nodes.inline_source.create({ value: '<br>' }) : nodes.hard_break.create();
    dispatch?.(state.tr.replaceSelectionWith(node).scrollIntoView());
    return true;
  },
);

/** Moves the top-level block past its neighbor. The node stays identical, so its source is kept. */
export function moveBlock(direction: -1 | 1): Command {
  return (state, dispatch) => {
    const { $from } = state.selection;
    if ($from.depth === 0) return false;
    const index = $from.index(0);
    const other = index + direction;
    if (other < 0 || other >= state.doc.childCount) return false;
    const block = state.doc.child(index);
    const neighbor = state.doc.child(other);
    const start = direction === 1 ? $from.before(1) : $from.before(1) - neighbor.nodeSize;
    const swapped = direction === 1 ? [neighbor, block] : [block, neighbor];
    const tr = state.tr.replaceWith(start, start + block.nodeSize + neighbor.nodeSize, swapped);
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
    const { tr } = state;
    if (range.from === range.to && link) {
      tr.insert(range.from, schema.text(link.href, [marks.link.create(link)]));
    } else {
      tr.removeMark(range.from, range.to, marks.link);
      if (link) tr.addMark(range.from, range.to, marks.link.create(link));
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
  const mark = marks.link.isInSet($from.marks()) ?? marks.link.isInSet($from.nodeAfter?.marks ?? []);
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
  const block = nodes.paragraph.create(null, schema.text(href, [marks.link.create({ href })]));
  view.dispatch(insertBlock(view.state.tr, block, 'after'));
  view.focus();
}
