import { getAdvanceWidth, type FontTables, getLineMetrics, parseCmap, getUnitsPerEm } from './font-tables.ts';

type FallbackFace = 'display' | 'text' | 'mono';

interface Fallback {
  /** The family's name in the style sheet. */
  readonly family: string;
  /** Names under which systems have it; fonts of one entry share their widths. */
  readonly local: readonly string[];
  /** Which of our faces it stands in for. */
  readonly face: FallbackFace;
  /** The mean width of a letter of English text (weights: `letterShares`), as a part of the font size. */
  readonly width: number;
}

/**
 * The widths are measured on the metric-compatible Liberation and DejaVu fonts; those of Georgia, Roboto and Noto Serif
 * come from Capsize's metrics (4.3), brought to our letter shares by the ratio that Arial and Times have there.
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

/** The weights for which a face of ours, and so what stands in for it, is asked. */
const weights = { display: '400 800', text: '400', mono: '400' } as const;
const families = { display: 'Bricolage Grotesque', text: 'Source Serif 4', mono: 'Spline Sans Mono' } as const;
const generic = { display: 'sans-serif', text: 'serif', mono: 'monospace' } as const;

/** How often each letter comes in English text, in percent. */
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
 * Faces over fonts that the reader's system has, stretched to the widths and heights of ours, for pages that are painted
 * before ours arrive; and the family stacks as custom properties.
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
    // A page keeps these fonts where ours come late, so what is stressed has to look it.
    if (fallback.face === 'text') rules.push(face('normal', '600 700', ' Bold'), face('italic', '400', ' Italic'));
  }
  const stacks = (['display', 'text', 'mono'] as const).map(face => {
    const standIns = new Set(fallbacks.filter(fallback => fallback.face === face).map(fallback => fallback.family));
    return `--font-${face}:${[families[face], ...standIns].map(name => `"${name}"`).join(',')},${generic[face]}`;
  });
  return { rules, stacks: stacks.join(';') };
}

/** The mean width of a letter of English text, as a part of the font size. */
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
