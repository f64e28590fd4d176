import { LOGO_PATH } from '#shared/logo.ts';
import { isRightToLeft } from '#platform/text/direction.ts';
import { createDarkPalette } from './palette.ts';
import { truncateLine, fitSentences, fitText, type TextBlock } from './text-layout.ts';
import type { Typeface } from './typeface.ts';

export interface SocialCard {
  /** Short line above the title, such as category and date. */
  readonly kicker: string;
  readonly title: string;
  /** Sentence below the title, if there is room. */
  readonly text?: string;
  /** Owner's name and host, in the footer. */
  readonly name: string;
  readonly host: string;
  /** The accent's hue, in degrees of OKLCH. */
  readonly hue: number;
  /** Picture on the right half; `side` is the part to keep. */
  readonly picture?: { readonly id: string; readonly side: 'left' | 'center' };
  /** Price list on the right half, instead of a picture. */
  readonly prices?: readonly (readonly [label: string, price: string])[];
}

export interface SocialCardFonts {
  /** Display typeface for titles, set tighter than for labels. */
  readonly title: Typeface;
  readonly label: Typeface;
  readonly text: Typeface;
  readonly mono: Typeface;
}

type Palette = ReturnType<typeof createDarkPalette>;

/** The size that all networks show completely, in px. */
export const SOCIAL_CARD_SIZE = { width: 1200, height: 630 } as const;
/** Position of the picture, which touches three edges. */
export const pictureBox = { left: 690, top: 0, width: 510, height: 630 } as const;

const MARGIN = 64;
const TITLE_TOP = 132;
const FOOT_RULE = 520;
const PRICE_LIST = { left: 716, top: 84, row: 61 } as const;

/** Renders the card's background, text and logo as SVG; the picture is composited later. */
export function renderSocialCardSvg(card: SocialCard, faces: SocialCardFonts): string {
  const dark = createDarkPalette(card.hue);
  const narrow = card.picture !== undefined || card.prices !== undefined;
  const width = (narrow ? pictureBox.left - 48 : SOCIAL_CARD_SIZE.width - MARGIN) - MARGIN;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SOCIAL_CARD_SIZE.width}" height="${SOCIAL_CARD_SIZE.height}">
<rect width="100%" height="100%" fill="${dark.ground}"/>
${narrow ? '' : `<path fill="${dark.raised}" transform="translate(828 172) scale(11)" d="${LOGO_PATH}"/>`}
<g fill="${dark.accent}">${faces.mono.outline(truncateLine(faces.mono, card.kicker, width, 22), MARGIN, 96, 22)}</g>
${writeHeading(card, faces, dark, width, narrow)}
${card.prices ? writePrices(card.prices, faces, dark) : ''}
${writeFooter(card, faces, dark, width)}
</svg>`;
}

const NARROW_SIZES = [78, 70, 63, 57, 51, 46, 42];
const WIDE_SIZES = [112, 100, 88, 78, 70, 62, 54];
const TEXT_SIZE = 26;

function writeHeading(
  card: SocialCard,
  { title: face, text: textFace }: SocialCardFonts,
  dark: Palette,
  width: number,
  narrow: boolean,
): string {
  const sizes = narrow ? NARROW_SIZES : WIDE_SIZES;
  const { above, below } = face.reachOf(card.title);
  const leading = above + below;
  const titleHeight = FOOT_RULE - 36 - TITLE_TOP;
  const title = fitText(face, card.title, { width, height: titleHeight, leading, lineHeight: leading - 0.06, sizes });
  const first = TITLE_TOP + title.size * above;
  const last = first + (title.lines.length - 1) * title.size * leading;

  const top = last + title.size * (below + 0.08) + 20;
  const reach = textFace.reachOf(card.text ?? '');
  const box = {
    width: Math.min(width, 760),
    height: FOOT_RULE - 32 - top,
    leading: Math.max(1.42, reach.above + reach.below),
    lineHeight: Math.max(1, reach.above + reach.below),
    sizes: [TEXT_SIZE],
  };
  const text = card.text && box.height > TEXT_SIZE * box.lineHeight ? fitSentences(textFace, card.text, box).lines : [];
  const firstText = top + TEXT_SIZE * Math.max(1, reach.above);
  /** Draws lines below each other: at the right edge of the box for right-to-left text. */
  const draw = (typeface: Typeface, block: TextBlock, source: string, y: number, distance: number) =>
    block.lines.map((line, index) => {
      const x = isRightToLeft(source) ? MARGIN + width - typeface.widthOf(line, block.size) : MARGIN;
      return typeface.outline(line, x, y + index * block.size * distance, block.size);
    });
  const titleLines = draw(face, title, card.title, first, leading);
  const textLines = draw(textFace, { size: TEXT_SIZE, lines: text }, card.text ?? '', firstText, box.leading);
  return `<g fill="${dark.ink}">${titleLines.join('')}</g><g fill="${dark.inkSoft}">${textLines.join('')}</g>`;
}

function writePrices(prices: NonNullable<SocialCard['prices']>, faces: SocialCardFonts, dark: Palette): string {
  const { left, top, row } = PRICE_LIST;
  const right = SOCIAL_CARD_SIZE.width - MARGIN;
  const rows = Math.floor((SOCIAL_CARD_SIZE.height - 2 * top + 12) / row);
  return prices
    .slice(0, rows)
    .map(([label, price], index) => {
      const y = top + index * row;
      const amount = faces.mono.widthOf(price, 26);
      const name = truncateLine(faces.label, label, right - left - amount - 24, 28);
      return `<rect x="${left}" y="${y}" width="${right - left}" height="1.5" fill="${dark.rule}"/>
<g fill="${dark.ink}">${faces.label.outline(name, left, y + 41, 28)}</g><g fill="${dark.accent}">${faces.mono.outline(price, right - amount, y + 41, 26)}</g>`;
    })
    .join('');
}

function writeFooter(card: SocialCard, faces: SocialCardFonts, dark: Palette, width: number): string {
  const textAt = MARGIN + 64;
  return `<rect x="${MARGIN}" y="${FOOT_RULE}" width="${width}" height="1.5" fill="${dark.rule}"/>
<path fill="${dark.accent}" transform="translate(${MARGIN - 7} 542) scale(1.75)" d="${LOGO_PATH}"/>
<g fill="${dark.ink}">${faces.label.outline(truncateLine(faces.label, card.name, width - 64, 26), textAt, 566, 26)}</g>
<g fill="${dark.inkFaint}">${faces.mono.outline(truncateLine(faces.mono, card.host, width - 64, 19), textAt, 592, 19)}</g>`;
}
