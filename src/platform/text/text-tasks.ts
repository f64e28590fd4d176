import type { EmailHtmlOptions, RenderedMail } from './email-html.ts';
import type { RenderedMarkdown } from './markdown.ts';
import type { PictureShape } from './pictures.ts';

/** A text to render for a page or for an email. */
export type TextTask =
  | { readonly kind: 'page'; readonly markdown: string; readonly pictures: ReadonlyMap<string, PictureShape> }
  | { readonly kind: 'mail'; readonly markdown: string; readonly mail: EmailHtmlOptions };

export type TextOutcome =
  | { readonly kind: 'done'; readonly result: RenderedMarkdown | RenderedMail }
  | { readonly kind: 'too complex' }
  | { readonly kind: 'failed'; readonly message: string };

/**
 * Maximum characters of HTML. The longest text that may be saved has 500,000 characters; its HTML is about twice that.
 */
const LARGEST_HTML = 5_000_000;

/** Returns whether HTML is too large to store and serve, as tables with many empty cells can make it. */
export function isTooLarge(html: string): boolean {
  return html.length > LARGEST_HTML;
}
