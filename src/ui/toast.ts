import type { ReactElement } from 'react';
import { toast as push, type Toast, type ToastOptions } from 'react-hot-toast/headless';

/** How long each kind stays, in milliseconds (specification, point 9). */
export const toastDurations = { blank: 4000, error: 4000, success: 2000, loading: Infinity, custom: 4000 } as const;

/** How long a dismissed toast stays in the list, in milliseconds, so that it can leave gracefully. */
export const TOAST_REMOVE_DELAY = 1000;

/** What a toast says: words, or words with a control such as “Undo”. */
type Message = string | ReactElement;

const kept = (kind: keyof typeof toastDurations, options?: ToastOptions): ToastOptions => ({
  duration: toastDurations[kind],
  removeDelay: TOAST_REMOVE_DELAY,
  ...options,
});

/** Shows a short message at the top right. The library holds at most 20 at once; older ones go. */
export const toast = {
  blank: (message: Message, options?: ToastOptions) => push(message, kept('blank', options)),
  error: (message: Message, options?: ToastOptions) => push.error(message, kept('error', options)),
  success: (message: Message, options?: ToastOptions) => push.success(message, kept('success', options)),
  loading: (message: Message, options?: ToastOptions) => push.loading(message, kept('loading', options)),
  custom: (message: Message, options?: ToastOptions) => push.custom(message, kept('custom', options)),
  dismiss: (id?: string) => push.dismiss(id),
};

/** For toasts about signing in and out, which are narrower than the others' 350 pixels (specification, point 9). */
export const narrowToastOptions: ToastOptions = { className: 'max-w-[320px]' };

export type { Toast };
