import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { Picture } from '#ui/Picture.tsx';
import type { LibraryPicture } from '../contract.ts';
import { formatBytes } from '../rules.ts';
import { AltTextEditor } from './AltTextEditor.tsx';

interface PictureGridProps {
  pictures: readonly LibraryPicture[];
  /** The list's filters, which stay while a picture is open. */
  query: Readonly<Record<string, string | undefined>>;
  page: number;
  /** The id of the open picture. */
  open: string | undefined;
}

/** The sizes of a picture in the grid. */
const sizes = '(min-width: 64rem) 16rem, (min-width: 36rem) 30vw, 45vw';

/** The library's pictures, with alt texts that can be edited in place. */
export function PictureGrid({ pictures, query, page, open }: PictureGridProps) {
  return (
    <ul
      aria-label="Pictures"
      className={`grid grid-cols-2 gap-x-5 gap-y-8 sm:grid-cols-3 ${open ? 'xl:grid-cols-3' : 'lg:grid-cols-4'}`}
    >
      {pictures.map(picture => {
        const href = withQuery(dashboardPaths.mediaPicture(picture.id), { ...query, page });
        return (
          <li key={picture.id} className="min-w-0">
            <Link
              id={`picture-${picture.id}`}
              to={href}
              preventScrollReset
              aria-current={picture.id === open ? 'true' : undefined}
              className="group block rounded-picture no-underline"
            >
              <span className="block rounded-picture outline-2 outline-offset-3 outline-transparent group-aria-[current]:outline-accent">
                <Picture picture={picture} alt="" sizes={sizes} aspectRatio="aspect-[4/3]" />
              </span>
              <span className="mt-2.5 block truncate font-display text-small font-semibold group-hover:text-accent">
                {picture.name || 'Without a name'}
              </span>
            </Link>
            <p className="meta flex flex-wrap gap-x-3">
              {factsOf(picture).map(fact => (
                <span key={fact} className="whitespace-nowrap">
                  {fact}
                </span>
              ))}
            </p>
            <AltTextEditor picture={picture} href={href} />
          </li>
        );
      })}
    </ul>
  );
}

/** Returns dimensions, file size and use. */
function factsOf({ width, height, sizeBytes, usages }: LibraryPicture): string[] {
  const used = usages.length === 0 ? 'Not used' : `Used ${usages.length === 1 ? 'once' : `${usages.length} times`}`;
  return [`${width} × ${height}`, ...(sizeBytes === null ? [] : [formatBytes(sizeBytes)]), used];
}
