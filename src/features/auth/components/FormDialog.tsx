import type { FormEvent, ReactNode } from 'react';
import { textField } from '#ui/confirmed-submit.ts';
import { FormErrorMessage } from '#ui/FormErrorMessage.tsx';
import { ModalDialog } from '#ui/ModalDialog.tsx';
import type { useAsyncAction } from '#ui/use-async-action.ts';

interface FormDialogProps {
  title: string;
  intro?: string;
  /** Runs `onSubmit` and stores its error. */
  action: ReturnType<typeof useAsyncAction>;
  /** Without it, the dialog can only be closed. */
  submitLabel: string | undefined;
  /** Whether submitting is destructive. */
  danger?: boolean;
  busyLabel: string;
  /** Receives a function that returns the text of a field. */
  onSubmit: (getText: (name: string) => string) => Promise<unknown>;
  onClose: () => void;
  children?: ReactNode;
}

/** Modal dialog with a form, its error and a cancel button. */
export function FormDialog({ title, intro, action, submitLabel, busyLabel, ...props }: FormDialogProps) {
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    void action.run(() => props.onSubmit(name => textField(form, name)));
  };
  return (
    <ModalDialog title={title} onClose={props.onClose}>
      {intro && <p className="mt-3 text-small text-ink-soft">{intro}</p>}
      <form className="mt-6 grid gap-5" noValidate onSubmit={send}>
        <FormErrorMessage failure={action.failure} />
        {props.children}
        <div className="flex flex-wrap gap-3">
          {submitLabel && (
            <button
              type="submit"
              className={`button ${props.danger ? 'button-danger' : 'button-primary'}`}
              aria-disabled={action.busy || undefined}
            >
              {action.busy ? busyLabel : submitLabel}
            </button>
          )}
          <button type="button" className="button" onClick={props.onClose}>
            Cancel
          </button>
        </div>
      </form>
    </ModalDialog>
  );
}
