import sharp, { type Sharp } from 'sharp';
import { MAX_PIXELS } from '../rules.ts';

// Each image is processed once, so sharp's cache would be useless.
sharp.cache(false);

export interface EncodedPicture {
  readonly webp: Uint8Array;
  readonly width: number;
  readonly height: number;
  readonly placeholderColors: string;
}

/** Crop or maximum size of an uploaded picture, in pixels. */
export type Shape = { readonly square: number } | { readonly largest: number };

/** The formats that stored pictures are resized to. Emails use formats that every mail client shows. */
export type ResizedFormat = 'avif' | 'webp' | 'mail-jpg' | 'mail-png';

/** The size that all networks show completely, in px. */
const CARD = { width: 1200, height: 630 } as const;

/** A picture cropped to a box of a social card, in px; `position` is the part to keep. */
export interface CardLayer {
  readonly bytes: Uint8Array;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly position: 'left' | 'center';
}

/** Returns six colors of a picture, which is decoded completely for that. */
const sampleColors = async (source: Sharp) =>
  (
    await source
      .clone()
      .flatten()
      .resize(3, 2, { fit: 'fill', withoutEnlargement: false })
      .toColorspace('srgb')
      .raw()
      .toBuffer()
  ).toString('hex');

/** Pixels per side that WebP can store. */
const MAX_WEBP_SIDE = 16_383;

async function encode(bytes: Uint8Array): Promise<EncodedPicture> {
  return tolerateHarmless(async failOn => {
    const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn })
      .rotate()
      .resize(MAX_WEBP_SIDE, MAX_WEBP_SIDE, { fit: 'inside', withoutEnlargement: true });
    const { data, info } = await source.clone().webp({ quality: 92, effort: 2 }).toBuffer({ resolveWithObject: true });
    return { webp: data, width: info.width, height: info.height, placeholderColors: await sampleColors(source) };
  });
}

/** Decodes a picture strictly, or with warnings if it has a flaw of some cameras that browsers ignore too. */
async function tolerateHarmless<Result>(decode: (failOn: 'warning' | 'error') => Promise<Result>): Promise<Result> {
  try {
    return await decode('warning');
  } catch (error) {
    if (!(error instanceof Error && /Invalid SOS parameters|extraneous bytes/.test(error.message))) throw error;
    return decode('error');
  }
}

/** The tasks of the picture process. Each takes and returns plain data, and throws if a picture can't be decoded. */
export const pictureTasks = {
  /** Decodes a picture within limits, removes its metadata (location, camera), and encodes it again, upright. */
  encode,
  /** Does the same for an upload, after cropping or reducing it. Returns the problem if it can't be used. */
  async upload(bytes: Uint8Array, shape: Shape): Promise<EncodedPicture | 'broken' | 'too_many_pixels'> {
    try {
      const upright = await tolerateHarmless(async failOn => {
        const source = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn });
        const { width, height } = await source.metadata();
        if ('square' in shape) {
          const length = Math.min(shape.square, width, height);
          source.rotate().resize(length, length, { fit: 'cover', position: 'centre' });
        } else {
          source.rotate().resize(shape.largest, shape.largest, { fit: 'inside', withoutEnlargement: true });
        }
        return source.png({ compressionLevel: 1 }).toBuffer();
      });
      return await encode(upright);
    } catch (error) {
      return error instanceof Error && /pixel limit/i.test(error.message) ? 'too_many_pixels' : 'broken';
    }
  },
  /** Decodes a picture completely and returns its metadata. */
  async measure(webp: Uint8Array): Promise<Omit<EncodedPicture, 'webp'> & { readonly pages: number }> {
    const source = sharp(webp, { limitInputPixels: MAX_PIXELS, failOn: 'warning' });
    const { width, height, pages = 1 } = await source.clone().metadata();
    return { width, height, pages, placeholderColors: await sampleColors(source) };
  },
  /** Resizes a stored picture to at most `width` px. */
  async resize(original: Uint8Array, width: number, format: ResizedFormat): Promise<Uint8Array> {
    const resized = sharp(original).resize(width, undefined, { withoutEnlargement: true });
    const encoded = {
      avif: () => resized.avif({ quality: 40, effort: 2 }),
      webp: () => resized.webp({ quality: 74, effort: 4 }),
      'mail-jpg': () => resized.flatten({ background: '#fff' }).jpeg({ quality: 80, mozjpeg: true }),
      'mail-png': () => resized.png({ palette: true }),
    };
    return encoded[format]().toBuffer();
  },
  /** Renders a stored picture as a logo for documents: on white, because PDF readers differ in how they blend. */
  async logo(original: Uint8Array): Promise<Uint8Array> {
    return sharp(original)
      .flatten({ background: '#fff' })
      .resize(1200, 480, { fit: 'inside', withoutEnlargement: true })
      .png({ palette: true, quality: 100 })
      .toBuffer();
  },
  /** Renders a stored picture as a social card: a JPEG, because some networks show nothing newer. */
  async card(original: Uint8Array): Promise<Uint8Array> {
    return sharp(original)
      .resize(CARD.width, CARD.height, { fit: 'cover', position: 'centre' })
      .flatten({ background: '#fff' })
      .jpeg({ quality: 80, mozjpeg: true })
      .toBuffer();
  },
  /**
   * Renders a social card as a PNG from its SVG and picture. A palette of 256 colors cuts the size to a third: some
   * networks fetch at most 300 KB.
   */
  async drawCard(svg: string, layer?: CardLayer): Promise<Uint8Array> {
    const cropped = async ({ bytes, width, height, position, ...offset }: CardLayer) => ({
      ...offset,
      input: await sharp(bytes).resize(width, height, { fit: 'cover', position }).toBuffer(),
    });
    return sharp(Buffer.from(svg))
      .composite(layer ? [await cropped(layer)] : [])
      .removeAlpha()
      .png({ palette: true, quality: 95, dither: 0.6, effort: 7 })
      .toBuffer();
  },
  /** Renders an SVG as a PNG. */
  async drawSvg(svg: string): Promise<Uint8Array> {
    return sharp(Buffer.from(svg)).png({ compressionLevel: 9 }).toBuffer();
  },
  /** Returns the width of a stored picture, and whether it is transparent. */
  async inspect(original: Uint8Array): Promise<{ readonly width: number; readonly isTransparent: boolean }> {
    const { width, hasAlpha } = await sharp(original).metadata();
    return { width, isTransparent: hasAlpha && !(await sharp(original).stats()).isOpaque };
  },
};

export type PictureTasks = typeof pictureTasks;
