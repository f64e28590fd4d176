import type { Sharp } from 'sharp';
import { loadSharp } from '#platform/files/sharp.ts';
import { MOST_PIXELS } from '../rules.ts';

/** A picture as it is kept. */
export interface EncodedPicture {
  readonly webp: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly colors: string;
}

/** What an uploaded picture is cut or reduced to, in pixels. */
export type Shape = { readonly square: number } | { readonly largest: number };

/** The formats that kept pictures are resized to; those of mails are what every mail program shows. */
export type ResizedFormat = 'avif' | 'webp' | 'mail-jpg' | 'mail-png';

/** The size that all networks show whole, in px. */
const CARD = { width: 1200, height: 630 } as const;

/** A picture that is cut to a box of a social card, in px; `position` is the part of it that stays. */
export interface CardLayer {
  readonly bytes: Uint8Array;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly position: 'left' | 'center';
}

/** The six colors of a picture, for which it is decoded whole. */
const colorsOf = async (source: Sharp) =>
  (await source.clone().flatten().resize(3, 2, { fit: 'fill' }).toColorspace('srgb').raw().toBuffer()).toString('hex');

async function encode(bytes: Uint8Array): Promise<EncodedPicture> {
  const sharp = await loadSharp();
  const source = sharp(bytes, { limitInputPixels: MOST_PIXELS }).rotate();
  const { data, info } = await source.clone().webp({ quality: 92, effort: 2 }).toBuffer({ resolveWithObject: true });
  return { webp: data, width: info.width, height: info.height, colors: await colorsOf(source) };
}

/** What the picture worker does. Each takes and returns plain data, and throws where a picture cannot be decoded. */
export const pictureTasks = {
  /** Decodes a picture within limits, drops its metadata (place, camera), and encodes it anew, upright. */
  encode,
  /** The same for an upload, which is cut or reduced before; tells what is wrong with one that cannot be taken. */
  async upload(bytes: Uint8Array, shape: Shape): Promise<EncodedPicture | 'broken' | 'too many pixels'> {
    const sharp = await loadSharp();
    try {
      const source = sharp(bytes, { limitInputPixels: MOST_PIXELS, failOn: 'warning' });
      const { width, height } = await source.metadata();
      if ('square' in shape) {
        const length = Math.min(shape.square, width, height);
        source.rotate().resize(length, length, { fit: 'cover', position: 'centre' });
      } else {
        source.rotate().resize(shape.largest, shape.largest, { fit: 'inside', withoutEnlargement: true });
      }
      return await encode(await source.png({ compressionLevel: 1 }).toBuffer());
    } catch (error) {
      return error instanceof Error && /pixel limit/i.test(error.message) ? 'too many pixels' : 'broken';
    }
  },
  /** Decodes a picture completely, and tells what is known of it besides what it shows. */
  async measure(webp: Uint8Array): Promise<Omit<EncodedPicture, 'webp'> & { readonly pages: number }> {
    const sharp = await loadSharp();
    const source = sharp(webp, { limitInputPixels: MOST_PIXELS, failOn: 'warning' });
    const { width, height, pages = 1 } = await source.clone().metadata();
    return { width, height, pages, colors: await colorsOf(source) };
  },
  /** A kept picture in another size, `width` in px at most. */
  async resize(original: Uint8Array, width: number, format: ResizedFormat): Promise<Uint8Array> {
    const sharp = await loadSharp();
    const resized = sharp(original).resize(width, undefined, { withoutEnlargement: true });
    const encoded = {
      avif: () => resized.avif({ quality: 40, effort: 2 }),
      webp: () => resized.webp({ quality: 74, effort: 4 }),
      'mail-jpg': () => resized.flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: true }),
      'mail-png': () => resized.png({ palette: true }),
    };
    return encoded[format]().toBuffer();
  },
  /** A kept picture as a social card. JPEG, since some networks show nothing newer. */
  async card(original: Uint8Array): Promise<Uint8Array> {
    const sharp = await loadSharp();
    return sharp(original)
      .resize(CARD.width, CARD.height, { fit: 'cover', position: 'centre' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer();
  },
  /**
   * A social card as a PNG, from its SVG and the picture in it. 256 colors are a third of the bytes of a full PNG, and some
   * networks fetch no more than 300 KB.
   */
  async drawCard(svg: string, layer?: CardLayer): Promise<Uint8Array> {
    const sharp = await loadSharp();
    const layers = layer
      ? [
          {
            input: await sharp(layer.bytes)
              .resize(layer.width, layer.height, { fit: 'cover', position: layer.position })
              .toBuffer(),
            left: layer.left,
            top: layer.top,
          },
        ]
      : [];
    return sharp(Buffer.from(svg))
      .composite(layers)
      .removeAlpha()
      .png({ palette: true, quality: 95, dither: 0.6, effort: 7 })
      .toBuffer();
  },
  /** An SVG as a PNG. */
  async drawSvg(svg: string): Promise<Uint8Array> {
    const sharp = await loadSharp();
    return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
  },
  /** How wide a kept picture is, and whether something shines through it. */
  async look(original: Uint8Array): Promise<{ readonly width: number; readonly shines: boolean }> {
    const sharp = await loadSharp();
    const { width, hasAlpha } = await sharp(original).metadata();
    return { width, shines: hasAlpha && !(await sharp(original).stats()).isOpaque };
  },
};

export type PictureTasks = typeof pictureTasks;
