import type { Picture as PictureData } from '#shared/contract.ts';
import { pictureFile, pictureWidths } from '#shared/paths.ts';

/**
 * The `sizes` of a picture in a grid of cards. A phone's share is stated a little small, so that its dense screen takes
 * the file of 640 px: it looks the same and weighs half of the next one.
 */
export const CARD_IMAGE_SIZES = '(min-width: 64rem) 25rem, (min-width: 36rem) 45vw, 86vw';

interface PictureProps {
  picture: PictureData;
  alt: string;
  /** How wide it is shown, as the `sizes` attribute says it. */
  sizes: string;
  /** The shape it is cut to; as a class that sets an aspect ratio. */
  aspectRatio?: string;
  className?: string;
  /** Whether it is what the first screen is about. All others come after the first paint, when the reader is near them. */
  isPriority?: boolean;
}

function srcSet(picture: PictureData, format: 'avif' | 'webp'): string {
  const offered = pictureWidths.filter(width => width <= picture.width);
  return (offered.length > 0 ? offered : [pictureWidths[0]])
    .map(width => `${pictureFile(picture.id, width, format)} ${width}w`)
    .join(', ');
}

/** The six parts of a picture that have a color each. */
const squares = ['M0 0h1v1H0z', 'M1 0h1v1H1z', 'M2 0h1v1H2z', 'M0 1h1v1H0z', 'M1 1h1v1H1z', 'M2 1h1v1H2z'];

/** A picture in the smallest sufficient size and best format, in a box of its final shape, blurred until it is here. */
export function Picture({
  picture,
  alt,
  sizes,
  aspectRatio = 'aspect-[8/5]',
  className = '',
  isPriority = false,
}: PictureProps) {
  return (
    <span className={`picture block ${aspectRatio} ${className}`}>
      <svg className="placeholder" viewBox="0 0 3 2" preserveAspectRatio="none" aria-hidden="true">
        {picture.colors.match(/.{6}/g)?.map((color, place) => (
          <path key={squares[place]} fill={`#${color}`} d={squares[place]} />
        ))}
      </svg>
      <picture className={isPriority ? undefined : 'near'}>
        <source type="image/avif" srcSet={srcSet(picture, 'avif')} sizes={sizes} />
        <img
          className="absolute inset-0 size-full object-cover"
          src={pictureFile(picture.id, 800, 'webp')}
          alt={alt}
          width={picture.width}
          height={picture.height}
          decoding="async"
          {...(isPriority ? { fetchPriority: 'high' } : { loading: 'lazy' })}
        />
      </picture>
    </span>
  );
}

/** A person's round portrait. Decorative: the name stands beside it. */
export function AvatarImage({ picture, size }: { picture: PictureData | null; size: 'small' | 'large' }) {
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
