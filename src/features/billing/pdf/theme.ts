import { DOCUMENT_INK, type DocumentLayout, mixColors } from '../contract/document-design.ts';
import type { DocumentDesign } from '../contract/documents.ts';
import type { TextStyle } from './typesetter.ts';

/** Paper sizes in points. */
export const paperDimensions = {
  A4: { width: 595.28, height: 841.89 },
  Letter: { width: 612, height: 792 },
} as const;

export type PaperSize = keyof typeof paperDimensions;

/** Page margins in points; the footer is in the bottom one. */
export const margins = { side: 54, top: 46, bottom: 58 } as const;

/** Ink colors of the light theme (tokens.css) in sRGB; the paper is the background. */
export const colors = {
  ink: DOCUMENT_INK,
  soft: '#4b453e',
  faint: '#635c54',
  rule: '#d6d0c8',
  strongRule: '#1e1a16',
} as const;

/** Leadings share one baseline grid where possible. */
export const textStyles = {
  title: { face: 'display', size: 32, leading: 36, color: colors.ink },
  subject: { face: 'display', size: 24, leading: 28, color: colors.ink },
  heading: { face: 'display', size: 12.5, leading: 17, color: colors.ink },
  name: { face: 'strong', size: 10, leading: 14, color: colors.ink },
  text: { face: 'text', size: 10, leading: 14, color: colors.ink },
  small: { face: 'text', size: 9, leading: 12.5, color: colors.soft },
  label: { face: 'mono', size: 7.5, leading: 12, color: colors.faint },
  figure: { face: 'mono', size: 8.75, leading: 14, color: colors.ink },
  number: { face: 'mono', size: 11, leading: 16, color: colors.soft },
  total: { face: 'strong', size: 10.5, leading: 16, color: colors.ink },
  totalFigure: { face: 'mono', size: 9.5, leading: 16, color: colors.ink },
  due: { face: 'display', size: 17, leading: 24, color: colors.ink },
  foot: { face: 'mono', size: 7.25, leading: 10, color: colors.faint },
} as const satisfies Record<string, TextStyle>;

type TextStyles = Readonly<Record<keyof typeof textStyles, TextStyle>>;

/** How a document's layout looks: its styles, and where the page begins. */
export interface Theme {
  readonly layout: DocumentLayout;
  readonly accent: string;
  readonly styles: TextStyles;
  /** Left edge of the content, in points. */
  readonly left: number;
  /** Space above and below a line item, in points. */
  readonly rowPadding: number;
}

/** Letters leave room for a window envelope (DIN 5008): the address starts 25 mm from the left. */
const LETTER_LEFT = 70.9;

/** Returns the look of a document; without a design, the classic one in black. */
export function themeOf({ layout, accent }: Pick<DocumentDesign, 'layout' | 'accent'>): Theme {
  const accented = (style: TextStyle): TextStyle => ({ ...style, color: accent });
  const { title, due, heading } = textStyles;
  const styles: TextStyles = { ...textStyles, title: accented(title), due: accented(due), heading: accented(heading) };
  switch (layout) {
    case 'classic':
      return { layout, accent, left: margins.side, rowPadding: 6, styles: { ...styles, heading } };
    case 'modern':
      return {
        layout,
        accent,
        left: margins.side,
        rowPadding: 6,
        styles: {
          ...styles,
          title: { ...styles.title, size: 33, leading: 37 },
          subject: { ...styles.subject, size: 16, leading: 20 },
          name: { ...styles.name, face: 'display', size: 10.5 },
          label: { face: 'display', size: 7.75, leading: 13, color: colors.faint },
          due: { ...due, size: 15, leading: 20 },
        },
      };
    default:
      return { layout, accent, left: LETTER_LEFT, rowPadding: 3, styles: toCompact(styles) };
  }
}

const resize = (style: TextStyle, size: number, leading: number): TextStyle => ({ ...style, size, leading });

/** Returns smaller styles for long documents. */
function toCompact(styles: TextStyles): TextStyles {
  return {
    ...styles,
    title: resize(styles.title, 17, 22),
    subject: resize(styles.subject, 13, 17),
    heading: resize(styles.heading, 9.5, 13),
    text: resize(styles.text, 8.75, 11.5),
    small: resize(styles.small, 8, 10.5),
    label: resize(styles.label, 7, 10.5),
    figure: resize(styles.figure, 7.75, 11.5),
    total: resize(styles.total, 9, 13),
    totalFigure: resize(styles.totalFigure, 8, 13),
    due: resize(styles.due, 12, 16),
  };
}

/** Returns larger small text for scripts that look smaller than Latin at the same size. */
export function enlarge(theme: Theme): Theme {
  const styles = Object.entries(theme.styles).map(([name, style]: [string, TextStyle]) => [
    name,
    style.size < 12 ? resize(style, style.size * 1.1, style.leading) : style,
  ]);
  return { ...theme, styles: Object.fromEntries(styles) as TextStyles };
}

export const classicTheme = themeOf({ layout: 'classic', accent: colors.ink });

/** Returns a light background in a color. */
export const tintOf = (color: string): string => mixColors('#ffffff', color, 0.07);
