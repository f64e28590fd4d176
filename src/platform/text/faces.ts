import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import anyAscii from 'any-ascii';

/** The build's index of fonts for billing documents (`dist/fonts/documents/index.json`). */
export interface FontIndex {
  /** The font files of each face, in search order. `scripts` and `japanese` have the characters that no face has. */
  readonly faces: Readonly<Record<string, readonly string[]>>;
  /** The characters of a file, as pairs of first and last code point of each range. */
  readonly characters: Readonly<Record<string, readonly number[]>>;
}

export type Face = 'display' | 'text' | 'strong' | 'mono';

/** Part of a text drawn with one font. */
export interface FontRun {
  readonly font: string;
  readonly text: string;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/**
 * Joiners and Mongolian variation selectors: passed to the shaper with their letters if the font has them, or else left
 * out.
 */
const JOINERS = /[\u180B-\u180F\u200C\u200D]/g;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
/** Characters of no script, drawn with the preceding letters' font if it has them. */
const NEUTRAL = /^[\p{P}\p{S}\p{Zs}\p{N}]+$/u;

/** The fonts of billing documents, and which of them draws which characters. */
export class Faces {
  private readonly folder: string;
  private readonly index: FontIndex;
  private readonly japanese: boolean;
  private readonly found = new Map<string, string | undefined>();
  private readonly chains = new Map<Face, readonly string[]>();

  private constructor(folder: string, index: FontIndex, japanese: boolean) {
    this.folder = folder;
    this.index = index;
    this.japanese = japanese;
  }

  /**
   * Opens the fonts for a document with this text: Han characters have Japanese forms if there is any kana, else
   * Chinese ones. Throws if the build left no fonts in `dist`.
   */
  static async open(dist: string, text: string): Promise<Faces> {
    const folder = join(dist, 'fonts/documents');
    const index = JSON.parse(await readFile(join(folder, 'index.json'), 'utf8')) as FontIndex;
    return new Faces(folder, index, KANA.test(text));
  }

  read(font: string): Promise<Buffer> {
    return readFile(join(this.folder, font));
  }

  /**
   * Splits text into runs of one font each, in order. Characters without a font are transliterated to ASCII, or
   * replaced by a question mark.
   */
  runsOf(face: Face, text: string): FontRun[] {
    // Fast path: the first file of every face has all of ASCII.
    if (/^[\x20-\x7E]+$/.test(text)) return [{ font: this.first(face), text }];
    const runs: { font: string; text: string }[] = [];
    const add = (font: string, part: string) => {
      const last = runs.at(-1);
      if (last?.font === font) last.text += part;
      else runs.push({ font, text: part });
    };
    for (const { segment } of graphemes.segment(text)) {
      const before = runs.at(-1)?.font;
      if (segment.replace(JOINERS, '') === '') continue;
      // If no font has a letter with all its marks, it is drawn without the marks that its font lacks.
      const font = this.fontFor(face, segment, before) ?? this.fontFor(face, firstOf(segment), before);
      if (font !== undefined) add(font, this.keepKnown(font, segment));
      else for (const letter of toAscii(segment)) add(this.fontFor(face, letter, before) ?? this.first(face), letter);
    }
    return runs;
  }

  private keepKnown(font: string, cluster: string): string {
    const letters = Array.from(cluster);
    return letters.filter(letter => this.has(font, letter.codePointAt(0) ?? 0)).join('');
  }

  /** Returns the fonts that a text may need in any face, regardless of line breaks. */
  fontsFor(text: string): Set<string> {
    const clusters = Array.from(graphemes.segment(text), ({ segment }) => segment);
    const parts = new Set([...clusters, ...clusters.flatMap(cluster => Array.from(cluster))]);
    const faces: Face[] = ['display', 'text', 'strong', 'mono'];
    return new Set(
      faces.flatMap(face => Array.from(parts).flatMap(part => this.runsOf(face, part).map(run => run.font))),
    );
  }

  private fontFor(face: Face, cluster: string, before: string | undefined): string | undefined {
    if (before !== undefined && this.isScripts(before) && NEUTRAL.test(cluster) && this.hasAll(before, cluster)) {
      return before;
    }
    const key = `${face} ${cluster}`;
    return this.found.getOrInsertComputed(key, () => this.getChain(face).find(font => this.hasAll(font, cluster)));
  }

  private hasAll(font: string, cluster: string): boolean {
    return Array.from(cluster.replace(JOINERS, '')).every(letter => this.has(font, letter.codePointAt(0) ?? 0));
  }

  private isScripts(font: string): boolean {
    return /^(?:scripts|japanese)-/.test(font);
  }

  private getChain(face: Face): readonly string[] {
    return this.chains.getOrInsertComputed(face, () => {
      const names = [face, 'text', ...(this.japanese ? ['japanese'] : []), 'scripts'];
      return [...new Set(names.flatMap(name => this.index.faces[name] ?? []))];
    });
  }

  private first(face: Face): string {
    const first = this.getChain(face)[0];
    if (first === undefined) throw new Error(`No font found for ${face}.`);
    return first;
  }

  private has(font: string, code: number): boolean {
    const ranges = this.index.characters[font] ?? [];
    let [low, high] = [0, ranges.length / 2 - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      if (code < (ranges[2 * middle] ?? 0)) high = middle - 1;
      else if (code > (ranges[2 * middle + 1] ?? 0)) low = middle + 1;
      else return true;
    }
    return false;
  }
}

function firstOf(cluster: string): string {
  return String.fromCodePoint(cluster.codePointAt(0) ?? 0x20);
}

/** Transliterates a cluster to ASCII; empty for a mark without a letter. */
function toAscii(cluster: string): string {
  const latin = anyAscii(cluster);
  if (latin.trim() !== '') return latin;
  return /^[\p{M}\p{Zs}]*$/u.test(cluster) ? '' : '?';
}

/**
 * Control characters, direction marks and other invisible characters: none takes space on paper, and some could reverse
 * a text.
 */
const INVISIBLE = /(?![\u180B-\u180F\u200C\u200D])[\p{Cc}\p{Co}\p{Default_Ignorable_Code_Point}\uFFF9-\uFFFB]/gu;

/** Returns a text as it can be typeset: well-formed, with `\n` as line breaks, and without invisible characters. */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .normalize('NFC')
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, '\n')
    .split('\n')
    .map(line => line.replace(/\t/g, ' ').replace(INVISIBLE, ''))
    .join('\n');
}
