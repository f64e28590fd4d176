import type { LayoutBlock, Element, PageLayout } from './page-layout.ts';
import type { TextLine, TextStyle } from './typesetter.ts';

interface Setting {
  /** Standard structure type of PDF; a paragraph by default. */
  readonly tag?: string;
  /** Space above, in points. */
  readonly before?: number;
  readonly align?: 'left' | 'right';
}

/** Creates a paragraph with lines of at most `width` points. */
export function createParagraph(
  sheets: PageLayout,
  text: string,
  style: TextStyle,
  width: number,
  setting: Setting = {},
): LayoutBlock {
  return linesBlock(sheets, sheets.typesetter.set(text, style, width), setting);
}

function linesBlock(sheets: PageLayout, lines: readonly TextLine[], setting: Setting): LayoutBlock {
  const { tag = 'P', before = 0, align = 'left' } = setting;
  return {
    tag,
    items: lines.map((line, place) => ({
      before: place === 0 ? before : 0,
      height: line.style.leading,
      draw: (x, y, width) => sheets.draw(line, align === 'right' ? x + width - line.width : x, y),
    })),
  };
}

/** Creates a web address with each line linked. */
export function createLinkBlock(
  sheets: PageLayout,
  url: string,
  style: TextStyle,
  width: number,
  before: number,
): LayoutBlock {
  return {
    tag: 'Link',
    items: sheets.typesetter.set(url, style, width).map((line, place) => ({
      before: place === 0 ? before : 0,
      height: line.style.leading,
      draw: (x: number, y: number, _width: number, element: Element) => {
        sheets.draw(line, x, y);
        const options = { structParent: element, Contents: new String(`Pay online: ${url}`) };
        sheets.pdf.link(x, y, line.width, line.style.leading, new URL(url).href, options as object);
      },
    })),
  };
}
