import type { ReactElement } from 'react';
import { toast as push, type Toast, type ToastOptions } from 'react-hot-toast/headless';

/** Milliseconds that each kind of toast is shown (specification, point 9). */
export const toastDurations = { blank: 4000, error: 4000, success: 2000, loading: Infinity, custom: 4000 } as const;

/** Milliseconds that a dismissed toast stays in the list for its exit animation. */
export const TOAST_REMOVE_DELAY = 1000;

/** Text, or text with a control such as “Undo”. */
type Message = string | ReactElement;

const withDefaults = (kind: keyof typeof toastDurations, options?: ToastOptions): ToastOptions => ({
  duration: toastDurations[kind],
  removeDelay: TOAST_REMOVE_DELAY,
  ...options,
});

/** Shows a toast at the top right. The library keeps at most 20; older ones are removed. */
export const toast = {
  blank: (message: Message, options?: ToastOptions) => push(message, withDefaults('blank', options)),
  error: (message: Message, options?: ToastOptions) => push.error(message, withDefaults('error', options)),
  success: (message: Message, options?: ToastOptions) => push.success(message, withDefaults('success', options)),
  loading: (message: Message, options?: ToastOptions) => push.loading(message, withDefaults('loading', options)),
  custom: (message: Message, options?: ToastOptions) => push.custom(message, withDefaults('custom', options)),
  dismiss: (id?: string) => push.dismiss(id),
};

/** For toasts about signing in and out, which are narrower than the default 350 pixels (specification, point 9). */
export const narrowToastOptions: ToastOptions = { className: 'max-w-[320px]' };

export type { Toast };
