import type { EditorView } from 'prosemirror-view';
import { type KeyboardEvent, type ReactNode, type Ref, useLayoutEffect, useRef } from 'react';

interface FloatingProps {
  view: EditorView;
  at: number;
  side: 'above' | 'below';
  children: ReactNode;
}

/** Positions a temporary panel next to a position in the text, within the editor's width. */
export function FloatingPanel({ view, at, side, children }: FloatingProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = box.current;
    const frame = element?.offsetParent;
    if (!element || !frame) return;
    const outer = frame.getBoundingClientRect();
    const target = view.coordsAtPos(Math.min(at, view.state.doc.content.size));
    const maxLeft = outer.width - element.offsetWidth;
    const left = Math.max(0, Math.min(target.left - outer.left, maxLeft));
    const above = target.top - outer.top - element.offsetHeight - 8;
    const fitsAbove = target.top - element.offsetHeight - 8 > 64;
    element.style.left = `${left}px`;
    element.style.top = `${side === 'above' && fitsAbove ? above : target.bottom - outer.top + 8}px`;
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

/** Toolbar above a position in the text: the arrow keys move focus between its buttons, Escape returns to the text. */
export function FloatingToolbar({ ref, view, at, label, className, children }: FloatingToolbarProps) {
  const handleKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')];
    const index = buttons.findIndex(button => button === document.activeElement);
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step && event.key !== 'Escape') return;
    event.preventDefault();
    if (step) buttons.at((index + step) % buttons.length)?.focus();
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
