import type { ReactElement } from 'react';
import { toast as push, type Toast, type ToastOptions } from 'react-hot-toast/headless';

/** Milliseconds that each kind of toast is shown (specification, point 9). */
export const toastDurations = { blank: 4000, error: 4000, success: 2000, loading: Infinity, custom: 4000 } as const;

/** Milliseconds that a dismissed toast stays in the list for its exit animation. */
export const TOAST_REMOVE_DELAY = 1000;

/** Text, or text with a control such as “Undo”. */
type Message = string | ReactElement;

/** Does nothing on the server, where all visitors would share the library's list of toasts. */
const createPush =
  (kind: keyof typeof toastDurations) =>
  (message: Message, options?: ToastOptions): string => {
    if (typeof document === 'undefined') return '';
    const show = kind === 'blank' ? push : push[kind];
    return show(message, { duration: toastDurations[kind], removeDelay: TOAST_REMOVE_DELAY, ...options });
  };

/** Shows a toast at the top right. The library keeps at most 20; older ones are removed. */
export const toast = {
  blank: createPush('blank'),
  error: createPush('error'),
  success: createPush('success'),
  loading: createPush('loading'),
  custom: createPush('custom'),
  dismiss: (id?: string) => push.dismiss(id),
};

/** For toasts about signing in and out, which are narrower than the default 350 pixels (specification, point 9). */
export const narrowToastOptions: ToastOptions = { className: 'max-w-[320px]' };

export type { Toast };
