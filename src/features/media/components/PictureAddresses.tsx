import Copy from 'lucide-react/icons/copy';
import { use } from 'react';
import { pictureFile, pictureWidths } from '#shared/paths.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { toast } from '#ui/toast.ts';
import type { LibraryPicture } from '../contract.ts';

/** The picture's sizes, each with a URL to copy. */
export function PictureAddresses({ picture }: { picture: LibraryPicture }) {
  const { url } = use(siteMetaContext);
  const offered = pictureWidths.filter(width => width <= picture.width);
  const widths = offered.length > 0 ? offered : [pictureWidths[0]];
  const copy = (address: string) =>
    navigator.clipboard.writeText(url + address).then(
      () => toast.success('Address copied'),
      () => toast.error('Your browser did not let this be copied. Open the size and copy its address instead.'),
    );
  return (
    <section aria-labelledby="sizes-title" className="mt-8">
      <h3 id="sizes-title" className="text-h4">
        Sizes
      </h3>
      <ul className="mt-1">
        {widths.map(width => {
          const address = pictureFile(picture.id, width, 'webp');
          const real = Math.min(width, picture.width);
          return (
            <li key={width} className="flex items-center justify-between gap-4 border-t border-rule first:border-0">
              <a className="link meta inline-flex min-h-11 items-center text-ink-soft" href={address}>
                {real} × {Math.max(1, Math.round((real * picture.height) / picture.width))}
              </a>
              <button
                type="button"
                className="inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-small text-ink-soft hover:bg-raised hover:text-ink"
                aria-label={`Copy address at ${real} pixels`}
                onClick={() => void copy(address)}
              >
                <Copy className="size-4" aria-hidden="true" /> Copy address
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
