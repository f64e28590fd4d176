import type { FormEvent, ReactNode } from 'react';
import { useSubmit } from 'react-router';
import { type ConfirmOptions, useConfirm } from './ConfirmDialog.tsx';
import { useAsyncAction } from './use-async-action.ts';

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
  const { run } = useAsyncAction();
  const submitIfConfirmed = async (data: FormData) => {
    const question = getConfirmation(data);
    if (question && !(await confirm(question))) return;
    await submit(data, { method: 'post', preventScrollReset: true });
  };
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const form = event.currentTarget;
    form.closest<HTMLElement>('[popover]')?.hidePopover();
    const data = new FormData(form, (event.nativeEvent as SubmitEvent).submitter);
    void run(() => submitIfConfirmed(data));
  };
  return { onSubmit, dialog };
}

/** Returns a text field of a form; empty if there is none. */
export function textField(data: FormData, name: string): string {
  const value = data.get(name);
  return typeof value === 'string' ? value : '';
}
