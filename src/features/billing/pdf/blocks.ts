import type { Block, Element, Sheets } from './page-layout.ts';
import type { SetLine, Style } from './typesetter.ts';

interface Setting {
  /** A standard structure type of PDF; a paragraph when absent. */
  readonly tag?: string;
  /** White above, in points. */
  readonly before?: number;
  readonly align?: 'left' | 'right';
}

/** A text in lines of at most `width` points. */
export function paragraph(sheets: Sheets, text: string, style: Style, width: number, setting: Setting = {}): Block {
  return linesBlock(sheets, sheets.typesetter.set(text, style, width), setting);
}

function linesBlock(sheets: Sheets, lines: readonly SetLine[], setting: Setting): Block {
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

/** An address of the web whose every line leads there. */
export function linkBlock(sheets: Sheets, url: string, style: Style, width: number, before: number): Block {
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
