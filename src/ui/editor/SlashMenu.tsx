// A select can't be controlled from the text.
/* oxlint-disable jsx-a11y/prefer-tag-over-role */
import type { EditorView } from 'prosemirror-view';
import { useEffect, useRef } from 'react';
import { FloatingPanel } from './FloatingPanel.tsx';
import type { SlashItem } from './slash-items.ts';

interface SlashMenuProps {
  view: EditorView;
  at: number;
  id: string;
  items: readonly SlashItem[];
  active: number;
  onChoose: (item: SlashItem) => void;
}

/** Menu of insertable blocks. Focus stays in the text, which references the active entry. */
export function SlashMenu({ view, at, id, items, active, onChoose }: SlashMenuProps) {
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <FloatingPanel view={view} at={at} side="below">
      <div ref={list} id={id} role="listbox" aria-label="Commands" className="editor-menu">
        {items.map((item, index) => (
          // Keyboard events are handled by the text, which keeps focus.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
          <div
            key={item.id}
            id={`${id}-${item.id}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === active}
            className="editor-menu-item"
            onMouseDown={event => event.preventDefault()}
            onClick={() => onChoose(item)}
          >
            <span>{item.label}</span>
            {item.shortcut && <kbd aria-hidden="true">{item.shortcut}</kbd>}
          </div>
        ))}
      </div>
    </FloatingPanel>
  );
}
