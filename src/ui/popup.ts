import { createRandomId } from '#shared/random-id.ts';

/** Popup failures as named in the specification (point 8). */
export type PopupFailure = 'popup-blocked' | 'popup-closed-by-user' | 'cancelled-popup-request';

interface PopupOptions {
  /** Returns the URL to open, given the broadcast channel for the answer. */
  readonly getUrl: (channel: string) => string;
  readonly width: number;
  readonly height: number;
  /** Handles a message from the popup or from this site's pages in it; returns whether it is the answer. */
  readonly onMessage: (message: unknown) => boolean;
  readonly onFailure: (failure: PopupFailure) => void;
}

/** Milliseconds between checks whether the popup was closed. */
const POLL_INTERVAL = 500;

/**
 * Milliseconds until a popup counts as closed, since its last message may still be on the way (specification, point 9).
 */
const CLOSED_AFTER = 8000;

/** Closes the previous popup: only one is open at a time. */
let cancelPrevious: (() => void) | undefined;

/**
 * Opens a popup, replacing any open one; call it in a click handler. Answers come by message or, if another site severs
 * the opener, by an unguessable channel. They count even after `popup-closed-by-user`.
 */
export function openPopup({ getUrl, width, height, onMessage, onFailure }: PopupOptions): void {
  cancelPrevious?.();
  cancelPrevious = undefined;
  const name = `popup-${createRandomId()}`;
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - width) / 2));
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - height) / 2));
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`;
  const popup = window.open(getUrl(name), '_blank', features);
  if (!popup) return onFailure('popup-blocked');

  let open = true;
  let closedAt: number | undefined;
  const channel = new BroadcastChannel(name);
  const poll = setInterval(() => {
    if (!popup.closed) return;
    closedAt ??= Date.now();
    if (Date.now() - closedAt < CLOSED_AFTER - POLL_INTERVAL) return;
    clearInterval(poll);
    open = false;
    onFailure('popup-closed-by-user');
  }, POLL_INTERVAL);

  const cleanUp = () => {
    clearInterval(poll);
    window.removeEventListener('message', handleMessage);
    channel.close();
    if (cancelPrevious === cancel) cancelPrevious = undefined;
  };
  const receive = (message: unknown) => {
    if (onMessage(message)) cleanUp();
  };
  const handleMessage = (event: MessageEvent) => {
    if (event.origin === location.origin && event.source === popup) receive(event.data);
  };
  const cancel = () => {
    cleanUp();
    popup.close();
    if (open) onFailure('cancelled-popup-request');
  };
  window.addEventListener('message', handleMessage);
  channel.addEventListener('message', event => receive(event.data));
  cancelPrevious = cancel;
}
