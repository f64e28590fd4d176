import { type ReactNode, useEffect, useId, useRef } from 'react';
import { createPortal } from 'react-dom';

interface ModalDialogProps {
  title: string;
  /** Wide enough for a grid of pictures. */
  wide?: boolean;
  /** Called when the dialog is closed with Esc or its own control. */
  onClose: () => void;
  children: ReactNode;
}

/**
 * Modal dialog that traps focus and restores it on close. Rendered at the end of the document: Chromium and WebKit don't
 * deliver the submit event of a form inside another form to React.
 */
export function ModalDialog({ title, wide = false, onClose, children }: ModalDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const previousFocus = document.activeElement;
    const element = dialog.current;
    element?.showModal();
    return () => {
      element?.close();
      if (previousFocus instanceof HTMLElement) previousFocus.focus();
    };
  }, []);
  return createPortal(
    <dialog
      ref={dialog}
      aria-labelledby={id}
      className={`m-auto w-[calc(100%-2rem)] ${wide ? 'max-w-[60rem]' : 'max-w-[30rem]'} rounded-control border border-rule-strong bg-ground p-6 text-ink shadow-raised backdrop:bg-sunken/80`}
      onCancel={event => {
        event.preventDefault();
        onClose();
      }}
    >
      <h2 id={id} className="text-h3">
        {title}
      </h2>
      {children}
    </dialog>,
    document.body,
  );
}
