import type { Command } from 'prosemirror-state';
import {
  addColumnAfter,
  addColumnBefore,
  addRowAfter,
  addRowBefore,
  deleteColumn,
  deleteRow,
  deleteTable,
  selectedRect,
} from 'prosemirror-tables';
import type { EditorView } from 'prosemirror-view';
import { FloatingToolbar } from './FloatingPanel.tsx';

/** Cycles the alignment of the current column: left, center, right, none. */
const alignColumn: Command = (state, dispatch) => {
  const rect = selectedRect(state);
  const steps = [null, 'center', 'right', 'left'];
  const { tr } = state;
  const cells = rect.map.cellsInRect({ left: rect.left, right: rect.left + 1, top: 0, bottom: rect.map.height });
  const current = state.doc.nodeAt(rect.tableStart + (cells[0] ?? 0))?.attrs.align as string | null;
  const next = steps[(steps.indexOf(current) + 1) % steps.length] ?? null;
  for (const cell of cells) tr.setNodeAttribute(rect.tableStart + cell, 'align', next);
  dispatch?.(tr);
  return true;
};

/** The first row is the table's header: no row can be added above it and it can't be deleted alone. */
const actions: readonly { label: string; text: string; command: Command; notInHead?: boolean }[] = [
  { label: 'Insert row above', text: '+ Row above', command: addRowBefore, notInHead: true },
  { label: 'Insert row below', text: '+ Row below', command: addRowAfter },
  { label: 'Delete row', text: '− Row', command: deleteRow, notInHead: true },
  { label: 'Insert column before', text: '+ Column before', command: addColumnBefore },
  { label: 'Insert column after', text: '+ Column after', command: addColumnAfter },
  { label: 'Delete column', text: '− Column', command: deleteColumn },
  { label: 'Align column', text: 'Align', command: alignColumn },
  { label: 'Delete table', text: 'Delete table', command: deleteTable },
];

/** Toolbar for the table at the caret. */
export function TableMenu({ view }: { view: EditorView }) {
  const { state } = view;
  const { top, tableStart } = selectedRect(state);
  return (
    <FloatingToolbar view={view} at={tableStart} label="Table" className="editor-tools editor-tools-labeled">
      {actions
        .filter(({ notInHead }) => !(top === 0 && notInHead))
        .map(({ label, text, command }) => (
          <button
            key={label}
            type="button"
            title={label}
            onClick={() => {
              command(state, view.dispatch, view);
              view.focus();
            }}
          >
            {text}
          </button>
        ))}
    </FloatingToolbar>
  );
}
