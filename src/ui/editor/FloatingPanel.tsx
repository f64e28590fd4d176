import type { EditorView } from 'prosemirror-view';
import { type KeyboardEvent, type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';

interface FloatingProps {
  view: EditorView;
  at: number;
  side: 'above' | 'below';
  children: ReactNode;
}

/** Positions a temporary panel next to a place in the text, within the editor's width. */
export function FloatingPanel({ view, at, side, children }: FloatingProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const frame = element?.offsetParent;
    if (!element || !frame) return;
    const outer = frame.getBoundingClientRect();
    const spot = view.coordsAtPos(Math.min(at, view.state.doc.content.size));
    const room = outer.width - element.offsetWidth;
    const left = Math.max(0, Math.min(spot.left - outer.left, room));
    const above = spot.top - outer.top - element.offsetHeight - 8;
    // There is no room above within the viewport.
    const fits = spot.top - element.offsetHeight - 8 > 64;
    element.style.left = `${left}px`;
    element.style.top = `${side === 'above' && fits ? above : spot.bottom - outer.top + 8}px`;
  });
  return (
    <div ref={box} className="editor-floating">
      {children}
    </div>
  );
}

interface FloatingToolbarProps {
  ref?: Ref<HTMLDivElement>;
  view: EditorView;
  at: number;
  label: string;
  className: string;
  children: ReactNode;
}

/** Toolbar above a place in the text: the arrow keys move focus between its buttons, Escape returns to the text. */
export function FloatingToolbar({ ref, view, at, label, className, children }: FloatingToolbarProps) {
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const place = buttons.findIndex(button => button === document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step && event.key !== 'Escape') return;
    event.preventDefault();
    if (step) buttons.at((place + step) % buttons.length)?.focus();
    else view.focus();
  };
  return (
    <FloatingPanel view={view} at={at} side="above">
      <div
        ref={ref}
        role="toolbar"
        aria-label={label}
        tabIndex={-1}
        className={className}
        onMouseDown={event => event.preventDefault()}
        onKeyDown={handleKeyDown}
      >
        {children}
      </div>
    </FloatingPanel>
  );
}
