import type { EmailHtmlOptions, RenderedMail } from './email-html.ts';
import type { RenderedMarkdown } from './markdown.ts';
import type { PictureShape } from './pictures.ts';

/** What a thread renders: a text for a page, or for an email. */
export type TextTask =
  | { readonly kind: 'page'; readonly markdown: string; readonly pictures: ReadonlyMap<string, PictureShape> }
  | { readonly kind: 'mail'; readonly markdown: string; readonly mail: EmailHtmlOptions };

/** What became of it. */
export type TextOutcome =
  | { readonly kind: 'done'; readonly result: RenderedMarkdown | RenderedMail }
  | { readonly kind: 'too complex' }
  | { readonly kind: 'failed'; readonly message: string };

/** Characters of HTML at most. The longest text that may be saved has 500,000 characters; its HTML is about twice that. */
const LARGEST_HTML = 5_000_000;

/** Whether HTML is too large to be stored and served, as tables with many empty cells can make it. */
export function isTooLarge(html: string): boolean {
  return html.length > LARGEST_HTML;
}
