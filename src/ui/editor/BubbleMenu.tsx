import Bold from 'lucide-react/icons/letter-b';
import Code from 'lucide-react/icons/code';
import Heading2 from 'lucide-react/icons/heading-2';
import Heading3 from 'lucide-react/icons/heading-3';
import Italic from 'lucide-react/icons/italic';
import Link from 'lucide-react/icons/link';
import Strikethrough from 'lucide-react/icons/strikethrough';
import type { Command, EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import type { Ref } from 'react';
import { findLinkAt, toggle, toggleHeading } from './commands.ts';
import { FloatingToolbar } from './FloatingPanel.tsx';
import { marks, nodes } from './schema.ts';

const markButtons = [
  { name: 'strong', label: 'Bold', Icon: Bold },
  { name: 'em', label: 'Italic', Icon: Italic },
  { name: 'code', label: 'Code', Icon: Code },
  { name: 'strike', label: 'Strikethrough', Icon: Strikethrough },
] as const;

/** Returns whether to show the menu: inline text is selected, or the caret is in a link. */
export function shouldShowBubbleMenu(state: EditorState): boolean {
  const { selection } = state;
  const { $from, $to, empty } = selection;
  if (!$from.parent.inlineContent || $from.parent.type.spec.code || $to.parent.type.spec.code) return false;
  return empty ? findLinkAt(state) !== undefined : state.doc.textBetween(selection.from, selection.to).trim() !== '';
}

/** Formatting toolbar for the selection. Alt+F10 focuses it, Escape returns to the text. */
export function BubbleMenu({ ref, view, onLink }: { ref: Ref<HTMLDivElement>; view: EditorView; onLink: () => void }) {
  const { state } = view;
  const { empty, from, to, $from } = state.selection;
  const link = findLinkAt(state);
  const run = (command: Command) => {
    command(state, view.dispatch, view);
    view.focus();
  };
  return (
    <FloatingToolbar ref={ref} view={view} at={from} label="Formatting" className="editor-tools">
      {!empty &&
        markButtons.map(({ name, label, Icon }) => (
          <button
            key={name}
            type="button"
            aria-label={label}
            aria-pressed={state.doc.rangeHasMark(from, to, marks[name])}
            onClick={() => run(toggle(name))}
          >
            <Icon aria-hidden="true" className="size-4" />
          </button>
        ))}
      <button type="button" aria-label={link ? 'Edit link' : 'Link'} onClick={onLink}>
        <Link aria-hidden="true" className="size-4" />
        {empty && <span className="editor-link-url">{link?.href}</span>}
      </button>
      {!empty &&
        [
          { level: 2, Icon: Heading2 },
          { level: 3, Icon: Heading3 },
        ].map(({ level, Icon }) => (
          <button
            key={level}
            type="button"
            aria-label={`Heading ${level}`}
            aria-pressed={$from.parent.hasMarkup(nodes.heading, { level })}
            onClick={() => run(toggleHeading(level))}
          >
            <Icon aria-hidden="true" className="size-4" />
          </button>
        ))}
    </FloatingToolbar>
  );
}
