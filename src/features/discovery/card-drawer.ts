import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { OverlayOptions } from 'sharp';
import { getPictureFile } from '#features/media/actions/pictures.ts';
import type { FileStore } from '#platform/files/file-store.ts';
import { loadSharp } from '#platform/files/sharp.ts';
import { type Card, type CardFaces, cardSize, pictureBox, writeCard } from './drawing/card.ts';
import { createTypeface, type DrawingFont } from './drawing/typeface.ts';

/** A card laid out, and the name in the file store that follows from what it shows. */
export interface CardPlan {
  readonly name: string;
  readonly svg: string;
  readonly picture: Card['picture'];
}

/** Draws social cards with the fonts that the build left in `dist`, and keeps them in the file store. */
export class CardDrawer {
  private readonly files: FileStore;
  private readonly dist: string;
  private readonly drawing = new Map<string, Promise<Buffer>>();
  private faces: Promise<CardFaces> | undefined;

  constructor(files: FileStore, dist: string) {
    this.files = files;
    this.dist = dist;
  }

  /** Lays a card out. Cards that look the same have the same name, and a change of anything seen changes it. */
  async plan(card: Card): Promise<CardPlan> {
    this.faces ??= loadFaces(this.dist);
    const svg = writeCard(card, await this.faces);
    const seen = createHash('sha256').update(JSON.stringify([svg, card.picture]));
    return { name: `social/${seen.digest('hex').slice(0, 24)}.png`, svg, picture: card.picture };
  }

  /** The PNG of a card: from the store, or else drawn after `plan`, once however many ask at the same time. */
  async get(name: string, plan: () => Promise<CardPlan>): Promise<Buffer> {
    const kept = await this.files.read(name);
    if (kept) return kept;
    let drawing = this.drawing.get(name);
    if (!drawing) {
      drawing = plan().then(planned => this.drawAndKeep(planned));
      this.drawing.set(name, drawing);
      drawing.finally(() => this.drawing.delete(name)).catch(() => {});
    }
    return drawing;
  }

  /** 256 colors are a third of the bytes of a full PNG, and some networks fetch no more than 300 KB. */
  private async drawAndKeep({ name, svg, picture }: CardPlan): Promise<Buffer> {
    const layers = picture ? await this.pictureLayer(picture) : [];
    const sharp = await loadSharp();
    const png = await sharp(Buffer.from(svg))
      .composite(layers)
      .removeAlpha()
      .png({ palette: true, quality: 95, dither: 0.6, effort: 7 })
      .toBuffer();
    await this.files.write(name, png);
    return png;
  }

  private async pictureLayer(picture: NonNullable<Card['picture']>): Promise<OverlayOptions[]> {
    const bytes = await getPictureFile(this.files, picture.id, cardSize.width, 'webp');
    if (!bytes) return [];
    const { left, top, width, height } = pictureBox;
    const sharp = await loadSharp();
    const input = await sharp(bytes).resize(width, height, { fit: 'cover', position: picture.side }).toBuffer();
    return [{ input, left, top }];
  }
}

/** Titles are set a little tighter than running text; letters that a face lacks come from the text face. */
async function loadFaces(dist: string): Promise<CardFaces> {
  const [display, text, mono] = await Promise.all(
    ['display', 'text', 'mono'].map(name => loadFont(join(dist, 'fonts', `${name}.json`))),
  );
  if (!display || !text || !mono) throw new Error('A font for drawing is missing.');
  return {
    title: createTypeface([display, text], -0.022),
    label: createTypeface([display, text], -0.004),
    text: createTypeface([text, display]),
    mono: createTypeface([mono, text]),
  };
}

async function loadFont(file: string): Promise<DrawingFont> {
  return JSON.parse(await readFile(file, 'utf8')) as DrawingFont;
}
