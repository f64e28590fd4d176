import { hash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type CardLayer, getPictureFile, runPictureTask } from '#features/media/index.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { type SocialCard, type SocialCardFonts, SOCIAL_CARD_SIZE, pictureBox, renderSocialCardSvg } from './card.ts';
import { createShapedTypeface } from './shaped-typeface.ts';
import { createTypeface, type OutlineFont, needsShaping } from './typeface.ts';
import { Faces, printable } from '#platform/text/faces.ts';

type SocialCardLayout = Awaited<ReturnType<SocialCardRenderer['plan']>>;

/** Renders social cards with the build's fonts in `dist`, and stores them. */
export class SocialCardRenderer {
  private readonly files: FileStore;
  private readonly dist: string;
  private readonly drawing = new Map<string, Promise<Buffer>>();
  private faces: ReturnType<typeof loadFaces> | undefined;

  constructor(files: FileStore, dist: string) {
    this.files = files;
    this.dist = dist;
  }

  /** Lays out a card. Equal cards get the same file name; any visible change changes it. */
  async plan(card: SocialCard) {
    this.faces ??= loadFaces(this.dist).catch((error: unknown) => {
      this.faces = undefined;
      throw error;
    });
    const { faces, fonts } = await this.faces;
    const texts = [card.kicker, card.title, card.text ?? '', card.name, ...(card.prices ?? []).flat()].join(' ');
    const usedFaces = needsShaping(fonts, texts) ? await loadShapedFaces(this.dist, texts) : faces;
    const svg = renderSocialCardSvg(card, usedFaces);
    const digest = hash('sha256', JSON.stringify([svg, card.picture]));
    return { name: `social/${digest.slice(0, 24)}.png`, svg, picture: card.picture };
  }

  /** Returns a card's PNG from the store, or renders it after `plan`, once for simultaneous requests. */
  async get(name: string, plan: () => Promise<SocialCardLayout>): Promise<Buffer> {
    const stored = await this.files.read(name);
    if (stored) return stored;
    let drawing = this.drawing.get(name);
    if (!drawing) {
      drawing = plan().then(planned => this.drawAndStore(planned));
      this.drawing.set(name, drawing);
      drawing.finally(() => this.drawing.delete(name)).catch(() => {});
    }
    return drawing;
  }

  private async drawAndStore({ name, svg, picture }: SocialCardLayout): Promise<Buffer> {
    const bytes = picture && (await getPictureFile(this.files, picture.id, SOCIAL_CARD_SIZE.width, 'webp'));
    const layer: CardLayer | undefined = bytes && { ...pictureBox, bytes, position: picture.side };
    const png = Buffer.from(await runPictureTask('drawCard', svg, layer));
    await this.files.write(name, png);
    return png;
  }
}

/** Loads the typefaces. Titles are set tighter; characters missing from a face come from the text face. */
async function loadFaces(dist: string): Promise<{ faces: SocialCardFonts; fonts: readonly OutlineFont[] }> {
  const [display, text, mono] = await Promise.all(
    ['display', 'text', 'mono'].map(name => loadFont(join(dist, 'fonts', `${name}.json`))),
  );
  if (!display || !text || !mono) throw new Error('A font for social cards is missing.');
  const faces = {
    title: createTypeface([display, text], -0.022),
    label: createTypeface([display, text], -0.004),
    text: createTypeface([text, display]),
    mono: createTypeface([mono, text]),
  };
  return { faces, fonts: [display, text] };
}

/** Loads typefaces for other scripts, with the fonts that PDFs use for them. */
async function loadShapedFaces(dist: string, texts: string): Promise<SocialCardFonts> {
  const faces = await Faces.open(dist, texts);
  // Truncation may add an ellipsis and a space.
  const names = faces.fontsFor(`${printable(texts)} … `);
  const { Shaper } = await import('#platform/text/shaper.ts');
  const load = async (name: string) => [name, new Shaper(await faces.read(name))] as const;
  const fonts = new Map(await Promise.all(Array.from(names, load)));
  const face = (name: 'display' | 'text' | 'mono') => createShapedTypeface(faces, name, fonts);
  return { title: face('display'), label: face('display'), text: face('text'), mono: face('mono') };
}

async function loadFont(file: string): Promise<OutlineFont> {
  return JSON.parse(await readFile(file, 'utf8')) as OutlineFont;
}
