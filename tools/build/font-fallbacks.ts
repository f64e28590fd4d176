import { getAdvanceWidth, type FontTables, getLineMetrics, parseCmap, getUnitsPerEm } from './font-tables.ts';

type FallbackFace = 'display' | 'text' | 'mono';

interface Fallback {
  /** The font family in the style sheet. */
  readonly family: string;
  /** Names of this font on different systems. The fonts of one entry have the same widths. */
  readonly local: readonly string[];
  /** The web font that it replaces. */
  readonly face: FallbackFace;
  /** The mean width of a letter in English text (weighted by `letterShares`), as a fraction of the font size. */
  readonly width: number;
}

/**
 * Widths measured on the metric-compatible Liberation and DejaVu fonts. Those of Georgia, Roboto and Noto Serif come
 * from Capsize's metrics (4.3), scaled to our letter shares by the ratio of Arial and Times.
 */
const fallbacks: readonly Fallback[] = [
  {
    family: 'Display Arial',
    local: ['Arial Bold', 'Liberation Sans Bold'],
    face: 'display',
    width: 0.4757,
  },
  { family: 'Display Roboto', local: ['Roboto'], face: 'display', width: 0.445 },
  { family: 'Text Georgia', local: ['Georgia'], face: 'text', width: 0.4384 },
  { family: 'Text Times', local: ['Times New Roman', 'Liberation Serif'], face: 'text', width: 0.3983 },
  { family: 'Text Noto', local: ['Noto Serif'], face: 'text', width: 0.473 },
  { family: 'Text DejaVu', local: ['DejaVu Serif'], face: 'text', width: 0.5103 },
  { family: 'Mono Courier', local: ['Courier New', 'Liberation Mono'], face: 'mono', width: 0.6001 },
];

/** The weights for which each web font, and so its fallback, is used. */
const weights = { display: '400 800', text: '400', mono: '400' } as const;
const families = { display: 'Bricolage Grotesque', text: 'Source Serif 4', mono: 'Spline Sans Mono' } as const;
const generic = { display: 'sans-serif', text: 'serif', mono: 'monospace' } as const;

/** The frequency of each letter in English text, in percent. */
const letterShares: Readonly<Record<string, number>> = {
  ' ': 18,
  e: 10.5,
  t: 7.5,
  a: 6.7,
  o: 6.2,
  i: 5.8,
  n: 5.8,
  s: 5.3,
  r: 5,
  h: 4.5,
  l: 3.4,
  d: 3.3,
  c: 2.4,
  u: 2.3,
  m: 2,
  f: 1.8,
  p: 1.7,
  w: 1.6,
  g: 1.6,
  y: 1.5,
  b: 1.2,
  v: 0.8,
  k: 0.6,
};

/**
 * Returns @font-face rules for system fonts, scaled to the widths and heights of the web fonts, for pages that are
 * painted before the web fonts arrive; and the font stacks as custom properties.
 */
export async function createFallbackFaces(
  instanceOf: (face: FallbackFace) => Promise<FontTables>,
): Promise<{ rules: string[]; stacks: string }> {
  const rules: string[] = [];
  for (const fallback of fallbacks) {
    const ours = await instanceOf(fallback.face);
    const scale = meanWidthOf(ours) / fallback.width;
    const { ascent, descent, lineGap } = getLineMetrics(ours);
    const metrics = `size-adjust:${percent(scale)};ascent-override:${percent(ascent / scale)};descent-override:${percent(descent / scale)};line-gap-override:${percent(lineGap / scale)}`;
    const face = (style: string, weight: string, cut: string) => {
      const sources = fallback.local.map(name => `local("${name}${cut}")`).join(',');
      return `@font-face{font-family:"${fallback.family}";font-style:${style};font-weight:${weight};src:${sources};${metrics}}`;
    };
    rules.push(face('normal', weights[fallback.face], ''));
    // A page keeps the fallback if the web font is late, so bold and italic text needs faces of its own.
    if (fallback.face === 'text') rules.push(face('normal', '600 700', ' Bold'), face('italic', '400', ' Italic'));
  }
  const stacks = (['display', 'text', 'mono'] as const).map(face => {
    const standIns = new Set(fallbacks.filter(fallback => fallback.face === face).map(fallback => fallback.family));
    return `--font-${face}:${[families[face], ...standIns].map(name => `"${name}"`).join(',')},${generic[face]}`;
  });
  return { rules, stacks: stacks.join(';') };
}

/** Returns the mean width of a letter in English text, as a fraction of the font size. */
function meanWidthOf(font: FontTables): number {
  const glyphs = parseCmap(font);
  let width = 0;
  let shares = 0;
  for (const [letter, share] of Object.entries(letterShares)) {
    width += share * getAdvanceWidth(font, glyphs.get(letter.codePointAt(0) ?? 0) ?? 0);
    shares += share;
  }
  return width / shares / getUnitsPerEm(font);
}

function percent(part: number): string {
  return `${Number((part * 100).toFixed(2))}%`;
}
