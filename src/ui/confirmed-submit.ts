import { type FormEvent, type ReactNode, useRef } from 'react';
import { useSubmit } from 'react-router';
import { type ConfirmOptions, useConfirm } from './ConfirmDialog.tsx';

/**
 * Returns a submit handler for forms in row menus that asks for the confirmation of `getConfirmation`, and the dialog
 * to render. Ignores further submissions until the first is answered.
 */
export function useConfirmedSubmit(getConfirmation: (data: FormData) => ConfirmOptions | undefined): {
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  dialog: ReactNode;
} {
  const submit = useSubmit();
  const { confirm, dialog } = useConfirm();
  const running = useRef(false);
  const submitIfConfirmed = async (data: FormData) => {
    if (running.current) return;
    running.current = true;
    try {
      const question = getConfirmation(data);
      if (question && !(await confirm(question))) return;
      await submit(data, { method: 'post', preventScrollReset: true });
    } finally {
      running.current = false;
    }
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    form.closest<HTMLElement>('[popover]')?.hidePopover();
    void submitIfConfirmed(new FormData(form, (event.nativeEvent as SubmitEvent).submitter));
  };
  return { onSubmit, dialog };
}

/** Returns a text field of a form; empty if there is none. */
export function textField(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
