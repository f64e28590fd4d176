/** How asking in a popup can fail, as the specification names it (point 8). */
export type PopupFailure = 'popup-blocked' | 'popup-closed-by-user' | 'cancelled-popup-request';

interface PopupQuestion {
  /** The address to open for an answer on this channel. */
  readonly getUrl: (channel: string) => string;
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Takes a message from the popup, or from this site's pages in it; true when it is the answer. */
  readonly onMessage: (message: unknown) => boolean;
  readonly onFailure: (failure: PopupFailure) => void;
}

/** It is looked so often whether the popup was closed, in milliseconds. */
const LOOK_EVERY = 500;

/** Whether a popup was closed is certain after so many milliseconds: its last message may still be on its way (specification, point 9). */
const CLOSED_AFTER = 8000;

/** Ends what was asked before: one popup at a time. */
let endPrevious: (() => void) | undefined;

/**
 * Asks something in a popup, in place of any that is open. Must be called while a click is handled, or browsers block it.
 * The answer comes as a message from that very window and this very origin, or on a channel with a name that nobody
 * guesses, for where a site in between cuts the window's tie to this page. Then the window looks closed while it is not,
 * so an answer still counts after `popup-closed-by-user`.
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
