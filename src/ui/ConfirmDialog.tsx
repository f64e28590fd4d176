import { type ReactNode, useCallback, useEffect, useId, useRef, useState } from 'react';

export interface ConfirmOptions {
  readonly title: string;
  readonly description: string;
  readonly confirmLabel: string;
  /** Whether it deletes or withdraws nothing. */
  readonly isHarmless?: boolean;
}

/** Asks for confirmation before an action. The promise resolves to true if the user confirms. */
export function useConfirm(): { confirm: (question: ConfirmOptions) => Promise<boolean>; dialog: ReactNode } {
  const element = useRef<HTMLDialogElement>(null);
  const resolve = useRef<(yes: boolean) => void>(undefined);
  const [question, setQuestion] = useState<ConfirmOptions>();
  const id = useId();
  const confirm = useCallback((options: ConfirmOptions) => {
    setQuestion(options);
    return new Promise<boolean>(settle => (resolve.current = settle));
  }, []);
  useEffect(() => {
    if (!question || !element.current) return;
    element.current.showModal();
    // Focus "no", so pressing Enter without reading changes nothing.
    element.current.querySelector<HTMLElement>('[value=no]')?.focus();
  }, [question]);
  // Resolves before the close event, so an action that is repeated until then isn't ignored.
  const answer = (isConfirmed: boolean) => {
    resolve.current?.(isConfirmed);
    element.current?.close();
  };
  const handleClose = () => {
    if (element.current?.open) return;
    resolve.current?.(false);
    setQuestion(undefined);
  };
  const dialog = (
    <dialog
      ref={element}
      aria-labelledby={id}
      aria-describedby={`${id}-text`}
      onClose={handleClose}
      className="m-auto w-[calc(100%-2rem)] max-w-[30rem] rounded-control border border-rule-strong bg-ground p-6 text-ink shadow-raised backdrop:bg-sunken/80"
    >
      {/* Not a form, since the dialog may be inside one. */}
      <div>
        <h2 id={id} className="text-h3 [overflow-wrap:anywhere]">
          {question?.title}
        </h2>
        <p id={`${id}-text`} className="mt-3 text-small text-ink-soft">
          {question?.description}
        </p>
        <div className="mt-6 flex flex-wrap gap-3">
          <button
            type="button"
            className={`button ${question?.isHarmless ? 'button-primary' : 'button-danger'}`}
            onClick={() => answer(true)}
          >
            {question?.confirmLabel}
          </button>
          <button type="button" value="no" className="button" onClick={() => answer(false)}>
            Cancel
          </button>
        </div>
      </div>
    </dialog>
  );
  return { confirm, dialog };
}
