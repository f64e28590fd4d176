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
  ink: '#1e1a16',
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
