import { escapeHtml, FALLBACK_STYLE_HASH, renderPlainDocument, toCspHash } from '#platform/pages/html-document.ts';
import type { PopupMessage } from '../rules/outcomes.ts';

/**
 * Sends the result to the opener, restricted to this origin, and closes the popup. Some providers cut the opener
 * reference; the BroadcastChannel, which is same-origin, then delivers it. A tab that can't be closed redirects.
 */
const script = `
const { message, origin, channel, to } = JSON.parse(document.getElementById('result').textContent);
if (window.opener) window.opener.postMessage(message, origin);
if (channel) new BroadcastChannel(channel).postMessage(message);
if (window.opener || channel) window.close();
setTimeout(() => location.replace(to), channel ? 1000 : 0);
`;

interface PopupResult {
  readonly message: PopupMessage;
  readonly origin: string;
  readonly channel: string | null | undefined;
  /** Where to redirect without an opener. */
  readonly to: string;
  readonly title: string;
  readonly sentence: string;
}

export function renderPopupResultPage({ title, sentence, ...result }: PopupResult): string {
  return renderPlainDocument(
    title,
    sentence,
    `<p><a href="${escapeHtml(result.to)}">Continue</a></p>
<script type="application/json" id="result">${JSON.stringify(result).replaceAll('<', '\\u003c')}</script>
<script>${script}</script>`,
  );
}

/** Allows only this page's own script and no other resources. */
export const popupResultCsp = [
  "default-src 'none'",
  `script-src ${toCspHash(script)}`,
  `style-src ${FALLBACK_STYLE_HASH}`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
