import { hash } from 'node:crypto';
import { AppError } from '#shared/errors.ts';
import { pictureUrlPattern } from '#shared/paths.ts';
import { TaggedCache } from '../cache/tagged-cache.ts';
import type { EmailHtmlOptions, RenderedMail } from './email-html.ts';
import type { RenderedMarkdown, Renderings } from './markdown.ts';
import { createTextThreads, type TextOutcome, type TextTask, type TextThreads } from './text-threads.ts';

interface RenderOptions {
  /** The account or network that requests a preview. Previews have their own threads, shared fairly. */
  readonly previewFor?: string;
  /** The text's owner, so others don't wait for all of their texts. */
  readonly owner?: string;
}

const TOO_COMPLEX =
  'This text is too complex to display. Shorten it, or remove deeply nested lists and quotes and long runs of symbols.';

const threads: { readonly previews: TextThreads; readonly others: TextThreads } = {
  previews: createTextThreads({ most: 2 }),
  others: createTextThreads({ most: 2 }),
};

/** Outcomes by task, in bytes: a revision is rendered once, however often its preview is opened. */
const outcomes = new TaggedCache<TextOutcome>(8 * 1024 * 1024, outcome =>
  outcome.kind === 'done'
    ? 2 * (outcome.result.html.length + ('text' in outcome.result ? outcome.result.text.length : 0))
    : 100,
);

/**
 * Renders Markdown as `renderMarkdown` does, in a thread with limits of time and memory. Throws BAD_REQUEST on the
 * field `markdown` if the text exceeds them, and UNAVAILABLE if too many texts wait.
 */
export async function renderText(
  markdown: string,
  { pictures, ...options }: RenderOptions & Renderings,
): Promise<RenderedMarkdown> {
  const ids = [...new Set([...markdown.matchAll(new RegExp(pictureUrlPattern, 'g'))].map(([, id = '']) => id))];
  const found = ids.length > 0 ? await pictures?.(ids) : undefined;
  const shapes = new Map([...(found ?? [])].map(([id, { width, height }]) => [id, { width, height }]));
  return (await render({ kind: 'page', markdown, pictures: shapes }, options)) as RenderedMarkdown;
}

/** Renders Markdown as `renderEmailHtml` does, with the limits and errors of `renderText`. */
export async function renderMail(
  markdown: string,
  mail: EmailHtmlOptions,
  options: RenderOptions = {},
): Promise<RenderedMail> {
  return (await render({ kind: 'mail', markdown, mail }, options)) as RenderedMail;
}

async function render(task: TextTask, { previewFor, owner = previewFor }: RenderOptions) {
  const key = hash('sha256', JSON.stringify(task, serializeMaps), 'base64');
  const pool = previewFor === undefined ? threads.others : threads.previews;
  const outcome = await outcomes.getOrMake(key, async () => {
    const value = await pool.run(task, { owner });
    return { value, tags: [], isCacheable: value.kind !== 'failed' };
  });
  if (outcome.kind === 'done') return outcome.result;
  if (outcome.kind === 'failed') throw new Error(`Rendering a text failed: ${outcome.message}`);
  throw new AppError('BAD_REQUEST', TOO_COMPLEX, { markdown: TOO_COMPLEX });
}

const serializeMaps = (_key: string, value: unknown) => (value instanceof Map ? [...value] : value);
