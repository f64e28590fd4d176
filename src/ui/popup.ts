/** Popup failures as named in the specification (point 8). */
export type PopupFailure = 'popup-blocked' | 'popup-closed-by-user' | 'cancelled-popup-request';

interface PopupQuestion {
  /** Returns the URL to open, given the broadcast channel for the answer. */
  readonly getUrl: (channel: string) => string;
  readonly width: number;
  readonly height: number;
  /** Handles a message from the popup or from this site's pages in it; returns whether it is the answer. */
  readonly onMessage: (message: unknown) => boolean;
  readonly onFailure: (failure: PopupFailure) => void;
}

/** Milliseconds between checks whether the popup was closed. */
const LOOK_EVERY = 500;

/**
 * Milliseconds until a popup counts as closed, since its last message may still be on the way (specification, point 9).
 */
const CLOSED_AFTER = 8000;

/** Closes the previous popup: only one is open at a time. */
let endPrevious: (() => void) | undefined;

/**
 * Opens a popup, replacing any open one; call it in a click handler. Answers come by message or, if another site severs
 * the opener, by an unguessable channel. They count even after `popup-closed-by-user`.
 */
export function openPopup({ getUrl, width, height, onMessage, onFailure }: PopupQuestion): void {
  endPrevious?.();
  endPrevious = undefined;
  const name = `popup-${crypto.randomUUID()}`;
  const left = Math.max(0, Math.round(window.screenX + (window.outerWidth - width) / 2));
  const top = Math.max(0, Math.round(window.screenY + (window.outerHeight - height) / 2));
  const features = `popup,width=${width},height=${height},left=${left},top=${top}`;
  const popup = window.open(getUrl(name), '_blank', features);
  if (!popup) return onFailure('popup-blocked');

  let open = true;
  let closedAt: number | undefined;
  const channel = new BroadcastChannel(name);
  const looking = setInterval(() => {
    if (!popup.closed) return;
    closedAt ??= Date.now();
    if (Date.now() - closedAt < CLOSED_AFTER - LOOK_EVERY) return;
    clearInterval(looking);
    open = false;
    onFailure('popup-closed-by-user');
  }, LOOK_EVERY);

  const end = () => {
    clearInterval(looking);
    window.removeEventListener('message', hear);
    channel.close();
    if (endPrevious === cancel) endPrevious = undefined;
  };
  const take = (message: unknown) => {
    if (onMessage(message)) end();
  };
  const hear = (event: MessageEvent) => {
    if (event.origin === location.origin && event.source === popup) take(event.data);
  };
  const cancel = () => {
    end();
    popup.close();
    if (open) onFailure('cancelled-popup-request');
  };
  window.addEventListener('message', hear);
  channel.addEventListener('message', event => take(event.data));
  endPrevious = cancel;
}
