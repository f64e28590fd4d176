import { useViewTransitionState } from 'react-router';
import type { Picture as PictureData } from '#shared/contract.ts';
import { pictureFile, pictureSrcSet } from '#shared/paths.ts';

/**
 * The `sizes` of a picture in a card grid. Slightly too small for phones, so high-density screens load the 640 px file:
 * it looks the same at half the weight of the next one.
 */
export const CARD_IMAGE_SIZES = '(min-width: 64rem) 25rem, (min-width: 36rem) 45vw, 86vw';

interface PictureProps {
  picture: PictureData;
  alt: string;
  /** The `sizes` attribute: the displayed width. */
  sizes: string;
  /** A class that sets the aspect ratio to crop to. */
  aspectRatio?: string;
  className?: string;
  /** Whether it is the main content of the first screen. Others load when near the viewport. */
  isPriority?: boolean;
}

const squares = ['M0 0h1v1H0z', 'M1 0h1v1H1z', 'M2 0h1v1H2z', 'M0 1h1v1H0z', 'M1 1h1v1H1z', 'M2 1h1v1H2z'];

/**
 * Shows a picture in the smallest sufficient size and best format. Reserves its final box and shows blurred colors
 * until it loads.
 */
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
        {picture.placeholderColors.match(/.{6}/g)?.map((color, index) => (
          <path key={squares[index]} fill={`#${color}`} d={squares[index]} />
        ))}
      </svg>
      <picture>
        <source type="image/avif" srcSet={pictureSrcSet(picture.id, picture.width, 'avif')} sizes={sizes} />
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

/** Shows the cover of a card, which grows into the cover of the card's page. */
export function CoverPicture({ to, className = '', ...picture }: Omit<PictureProps, 'alt'> & { to: string }) {
  const isTransitioning = useViewTransitionState(to);
  const transition = isTransitioning ? 'cover-transition' : '';
  return <Picture {...picture} alt="" className={`hover-brighten ${className} ${transition}`} />;
}

/** Shows a person's round portrait. Decorative: the name is next to it. */
export function AvatarImage({ picture }: { picture: PictureData | null }) {
  if (!picture) return <span className="size-11 shrink-0 rounded-full bg-sunken" aria-hidden="true" />;
  return (
    <img
      className="size-11 shrink-0 rounded-full bg-sunken object-cover"
      src={pictureFile(picture.id, 480, 'avif')}
      alt=""
      width={44}
      height={44}
      loading="lazy"
      decoding="async"
    />
  );
}
