import type { Picture as PictureData } from '#shared/contract.ts';
import { pictureFile, pictureWidths } from '#shared/paths.ts';

/**
 * The `sizes` of a picture in a grid of cards. A phone's share is stated a little small, so that its dense screen takes
 * the file of 640 px: it looks the same and weighs half of the next one.
 */
export const cardSizes = '(min-width: 64rem) 25rem, (min-width: 36rem) 45vw, 86vw';

/** When a picture is fetched: `first` is for the one that a page is about, `early` for a first screen's, `near` for others. */
export type PictureFetch = 'first' | 'early' | 'near';

const fetchAttributes = { first: { fetchPriority: 'high' }, early: {}, near: { loading: 'lazy' } } as const;

interface PictureProps {
  picture: PictureData;
  alt: string;
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes: string;
  /** The shape it is cut to; as a class that sets an aspect ratio. */
  shape?: string;
  className?: string;
  fetched?: PictureFetch;
}

function srcSet(picture: PictureData, format: 'avif' | 'webp'): string {
  const offered = pictureWidths.filter(width => width <= picture.width);
  return (offered.length > 0 ? offered : [pictureWidths[0]])
    .map(width => `${pictureFile(picture.id, width, format)} ${width}w`)
    .join(', ');
}

/** A picture in the smallest sufficient size and best format, in a box of its final shape, blurred until it is here. */
export function Picture({
  picture,
  alt,
  sizes,
  shape = 'aspect-[8/5]',
  className = '',
  fetched = 'near',
}: PictureProps) {
  return (
    <span className={`picture block ${shape} ${className}`}>
      <img className="placeholder" src={picture.placeholder} alt="" aria-hidden="true" />
      <picture>
        <source type="image/avif" srcSet={srcSet(picture, 'avif')} sizes={sizes} />
        <img
          className="absolute inset-0 size-full object-cover"
          src={pictureFile(picture.id, 800, 'webp')}
          alt={alt}
          width={picture.width}
          height={picture.height}
          decoding="async"
          {...fetchAttributes[fetched]}
        />
      </picture>
    </span>
  );
}

/** A person's round portrait. Decorative: the name stands beside it. */
export function Avatar({ picture, size }: { picture: PictureData | null; size: 'small' | 'large' }) {
  const box = size === 'small' ? 'size-11' : 'size-16';
  if (!picture) return <span className={`${box} shrink-0 rounded-full bg-sunken`} aria-hidden="true" />;
  return (
    <img
      className={`${box} shrink-0 rounded-full bg-sunken object-cover`}
      src={pictureFile(picture.id, 480, 'avif')}
      alt=""
      width={size === 'small' ? 44 : 64}
      height={size === 'small' ? 44 : 64}
      loading="lazy"
      decoding="async"
    />
  );
}
