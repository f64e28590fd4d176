import type { Root } from 'hast';
import rehypeHighlight from 'rehype-highlight';
import rehypeSlug from 'rehype-slug';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { countWords } from '#shared/word-count.ts';
import { renderCallouts } from './callouts.ts';
import { renderEmbedCards } from './embed-cards.ts';
import { excerptIn } from './excerpt.ts';
import { decorateBlocks, toPlainText } from './block-decorations.ts';
import { markDirections } from './directions.ts';
import { framePictures, type PictureShape, pictureIdsIn } from './pictures.ts';
import { HEADING_ID_PREFIX, markdownToSafeHtml } from './safe-html.ts';

export interface RenderedMarkdown {
  readonly html: string;
  /** Second and third level headings for the table of contents; the first 500 of them. */
  readonly headings: { id: string; text: string; level: number }[];
  /** Words of prose, without code. */
  readonly wordCount: number;
  /** The start of its running text, up to about 200 characters. */
  readonly excerpt: string;
}

/** Maximum number of headings in the table of contents, which is sent to every reader. */
const MAX_HEADINGS = 500;

export interface Renderings {
  /** Looks up the site's own images. Those that are not found were deleted and are left out. */
  readonly pictures?: (ids: string[]) => Promise<ReadonlyMap<string, PictureShape>>;
}

/**
 * Renders Markdown (CommonMark, GitHub's tables and footnotes, HTML by allow-list) as safe HTML. Everything added after
 * sanitizing (ids, highlighting, frames around code, tables, callouts, cards and images) comes from our code. Uses
 * classes only: the content security policy forbids inline styles.
 */
export async function renderMarkdown(markdown: string, { pictures }: Renderings = {}): Promise<RenderedMarkdown> {
  const processor = markdownToSafeHtml().use(rehypeSlug, { prefix: HEADING_ID_PREFIX });
  const tree = await processor.run(processor.parse(markdown), markdown);
  const headings = listHeadings(tree);
  const wordCount = countWords(toPlainText(tree));
  const ids = pictureIdsIn(tree);
  const found = ids.length > 0 ? await pictures?.(ids) : undefined;
  const renderer = unified()
    .use(rehypeHighlight)
    .use(() => (root: Root) => {
      renderCallouts(root);
      renderEmbedCards(root);
      framePictures(root, found);
    })
    .use(() => (root: Root) => decorateBlocks(root))
    .use(() => (root: Root) => markDirections(root))
    .use(rehypeStringify);
  await renderer.run(tree);
  return { html: renderer.stringify(tree), headings, wordCount, excerpt: excerptIn(tree) };
}

function listHeadings(tree: Root): RenderedMarkdown['headings'] {
  const headings = tree.children.flatMap(node => {
    if (node.type !== 'element' || !/^h[23]$/.test(node.tagName)) return [];
    const { id } = node.properties;
    return [{ id: typeof id === 'string' ? id : '', text: toPlainText(node), level: Number(node.tagName[1]) }];
  });
  return headings.slice(0, MAX_HEADINGS);
}
