import Pencil from 'lucide-react/icons/pencil';
import TriangleAlert from 'lucide-react/icons/triangle-exclamation-point';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { Link, useFetcher } from 'react-router';
import type { ActionResult } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { Picture } from '#ui/Picture.tsx';
import type { LibraryPicture } from '../contract.ts';
import { formatBytes, MAX_ALT_LENGTH } from '../rules.ts';

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
      aria-label="Images"
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
                {picture.name || 'Untitled'}
              </span>
            </Link>
            <p className="meta flex flex-wrap gap-x-3">
              {listDetails(picture).map(detail => (
                <span key={detail} className="whitespace-nowrap">
                  {detail}
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
function listDetails({ width, height, sizeBytes, usages }: LibraryPicture): string[] {
  const used = usages.length === 0 ? 'Unused' : `Used ${usages.length === 1 ? 'once' : `${usages.length} times`}`;
  return [`${width} × ${height}`, ...(sizeBytes === null ? [] : [formatBytes(sizeBytes)]), used];
}

/** A picture's alt text, or a note that it is missing. Pressing it opens an editor in place. */
function AltTextEditor({ picture, href }: { picture: LibraryPicture; href: string }) {
  const [editing, setEditing] = useState(false);
  const link = useRef<HTMLAnchorElement>(null);
  // Return focus to the button once it is rendered again.
  const shouldRefocus = useRef(false);
  const leave = () => {
    shouldRefocus.current = true;
    setEditing(false);
  };
  useEffect(() => {
    if (editing || !shouldRefocus.current) return;
    shouldRefocus.current = false;
    link.current?.focus();
  }, [editing]);
  const name = picture.name || 'this image';
  if (editing) return <AltForm picture={picture} onLeave={leave} />;
  return (
    <Link
      ref={link}
      to={href}
      preventScrollReset
      aria-label={picture.alt ? `${picture.alt}. Edit alt text of ${name}` : `Add alt text: ${name}`}
      className="group flex min-h-11 items-start gap-2 py-1.5 text-small text-ink-soft no-underline hover:text-ink"
      onClick={event => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        setEditing(true);
      }}
    >
      {picture.alt ? (
        <>
          <span className="line-clamp-2 min-w-0 grow">{picture.alt}</span>
          <Pencil className="mt-1 size-3.5 shrink-0 text-ink-faint group-hover:text-accent" aria-hidden="true" />
        </>
      ) : (
        <span className="flex items-center gap-1.5 text-danger">
          <TriangleAlert className="size-4 shrink-0" aria-hidden="true" /> Add alt text
        </span>
      )}
    </Link>
  );
}

function AltForm({ picture, onLeave }: { picture: LibraryPicture; onLeave: () => void }) {
  const fetcher = useFetcher<ActionResult<unknown>>();
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const refused = fetcher.data && 'failed' in fetcher.data ? fetcher.data.failed : undefined;
  const sending = fetcher.state !== 'idle';
  const done = fetcher.state === 'idle' && fetcher.data && 'done' in fetcher.data;
  const leave = useRef(onLeave);
  useEffect(() => {
    leave.current = onLeave;
  });
  useEffect(() => {
    if (done) leave.current();
  }, [done]);
  useEffect(() => {
    const element = field.current;
    element?.focus();
    element?.setSelectionRange(element.value.length, element.value.length);
  }, []);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === 'Escape') onLeave();
    // The alt text is a single line, even if it wraps here.
    if (event.key === 'Enter') {
      event.preventDefault();
      event.currentTarget.form?.requestSubmit();
    }
  };
  return (
    <fetcher.Form method="post" action={dashboardPaths.media} className="mt-1.5 grid gap-2">
      <input type="hidden" name="id" value={picture.id} />
      <label htmlFor={id} className="sr-only">
        Alt text of {picture.name || 'this image'}
      </label>
      <textarea
        ref={field}
        id={id}
        name="alt"
        rows={3}
        className="field text-small"
        defaultValue={picture.alt}
        maxLength={MAX_ALT_LENGTH}
        enterKeyHint="done"
        aria-invalid={refused ? true : undefined}
        aria-describedby={refused ? `${id}-error` : undefined}
        onKeyDown={onKeyDown}
      />
      {refused && (
        <p id={`${id}-error`} role="alert" className="text-small text-danger">
          {refused.message}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <button type="submit" className="button" aria-disabled={sending || undefined}>
          {sending ? 'Saving…' : 'Save'}
        </button>
        <button type="button" className="button border-transparent" onClick={onLeave}>
          Cancel
        </button>
      </div>
    </fetcher.Form>
  );
}
