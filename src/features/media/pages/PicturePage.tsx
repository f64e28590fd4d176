import ArrowLeft from 'lucide-react/icons/arrow-left';
import Copy from 'lucide-react/icons/copy';
import X from 'lucide-react/icons/x';
import { use, useEffect, useId, useRef } from 'react';
import { Link, replace, useLoaderData } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader, reloadAfterConflict, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { listPictureWidths, pictureFile, withQuery } from '#shared/paths.ts';
import { PostForm } from '#ui/PostForm.tsx';
import { copyText } from '#ui/copy-text.ts';
import { DateTime } from '#ui/DateTime.tsx';
import { MetaLine } from '#ui/MetaLine.tsx';
import { ErrorNotice } from '#ui/ErrorNotice.tsx';
import { getAriaProps, FormField } from '#ui/FormField.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { TextField } from '#ui/TextField.tsx';
import { toast } from '#ui/toast.ts';
import type { FormError } from '#ui/use-async-action.ts';
import type { LibraryPicture } from '../contract.ts';
import { formatBytes, MAX_ALT_LENGTH } from '../rules.ts';

/** Returns the URL of the library as it was before the picture was opened. */
function toLibraryUrl(searchParams: URLSearchParams): string {
  return withQuery(dashboardPaths.media, parseListQuery(searchParams, ['search', 'usage', 'sort']).params);
}

export const loader = pageLoader(async ({ api, params, searchParams }) => {
  const picture = await api.media.getPicture({ id: params.id ?? '' });
  return { picture, back: toLibraryUrl(searchParams) };
});

export { reloadAfterConflict as shouldRevalidate };

export const action = pageAction(async ({ api, params, searchParams, form }) => {
  const id = params.id ?? '';
  if (form.get('intent') === 'delete') {
    await api.media.deletePicture({ id });
    toast.success('Image deleted');
    throw replace(toLibraryUrl(searchParams));
  }
  await api.media.updatePicture({ id, name: form.get('name') ?? '', alt: form.get('alt') ?? '' });
  toast.success('Image saved');
});

/** The open picture: name, alt text, uses and deletion. */
export function Component() {
  const { picture, back } = useLoaderData<typeof loader>();
  const heading = useFocusWhileOpen(picture.id);
  const failed = useRejectedForm();
  const failedIn = (intent: string) => (failed?.values.intent === intent ? failed.failed : undefined);
  return (
    <aside aria-labelledby="picture-title" className="lg:border-l lg:border-rule lg:pl-8">
      <div className="pt-6 lg:sticky lg:top-0 lg:-mx-2 lg:max-h-dvh lg:overflow-y-auto lg:px-2 lg:pb-6">
        <div className="flex items-start justify-between gap-4">
          <h2 ref={heading} id="picture-title" tabIndex={-1} className="text-h3 [overflow-wrap:anywhere]">
            {picture.name || 'Untitled'}
          </h2>
          <Link
            to={back}
            preventScrollReset
            className="-mt-2 grid size-11 shrink-0 place-items-center rounded-control text-ink-soft hover:bg-raised hover:text-ink max-lg:hidden"
          >
            <X className="size-5" aria-hidden="true" />
            <span className="sr-only">Close</span>
          </Link>
        </div>
        <Link to={back} className="link mt-1 inline-flex min-h-11 items-center gap-1.5 text-small lg:hidden">
          <ArrowLeft className="size-4" aria-hidden="true" /> All images
        </Link>
        <img
          key={picture.id}
          className="mt-4 h-auto max-h-72 w-full rounded-picture bg-sunken object-contain"
          src={pictureFile(picture.id, 800, 'avif')}
          alt={picture.alt}
          width={picture.width}
          height={picture.height}
        />
        <Facts picture={picture} />
        <DescribePicture
          key={`${picture.id} ${picture.name} ${picture.alt}`}
          picture={picture}
          failed={failedIn('describe')}
        />
        <Uses picture={picture} />
        <PictureAddresses picture={picture} />
        <DeletePicture key={picture.id} picture={picture} failed={failedIn('delete')} />
      </div>
    </aside>
  );
}

function Facts({ picture }: { picture: LibraryPicture }) {
  const { width, height, sizeBytes, createdAt, uploadedBy, isSample } = picture;
  const by = uploadedBy ? `Uploaded by ${uploadedBy}` : isSample ? 'Sample content' : 'Uploaded by a deleted account';
  return (
    <MetaLine
      className="mt-3"
      items={[
        `${width} × ${height}`,
        sizeBytes !== null && formatBytes(sizeBytes),
        by,
        <DateTime key="date" instant={createdAt} isDateOnly />,
      ]}
    />
  );
}

function Uses({ picture: { usages } }: { picture: LibraryPicture }) {
  return (
    <section aria-labelledby="uses-title" className="mt-8">
      <h3 id="uses-title" className="text-h4">
        Used in
      </h3>
      {usages.length === 0 ? (
        <p className="mt-2 text-small text-ink-soft">Not used yet.</p>
      ) : (
        <ul className="mt-2 text-small">
          {usages.map(({ label, path }) => (
            <li key={`${label} ${path}`} className="border-t border-rule py-2 first:border-0">
              {path ? (
                <Link className="link" to={path}>
                  {label}
                </Link>
              ) : (
                label
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Moves focus to the opened picture, and back to it in the list when it closes. */
function useFocusWhileOpen(id: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const first = useRef(true);
  useEffect(() => {
    const loaded = first.current && document.activeElement === document.body;
    first.current = false;
    // Runs after focus moved to the page heading, which happens at each navigation.
    if (!loaded) setTimeout(() => heading.current?.focus());
    return () => {
      setTimeout(() => {
        if (!document.getElementById('picture-title')) document.getElementById(`picture-${id}`)?.focus();
      });
    };
  }, [id]);
  return heading;
}

/** The picture's sizes, each with a URL to copy. */
function PictureAddresses({ picture }: { picture: LibraryPicture }) {
  const { url } = use(siteMetaContext);
  const copy = (path: string) =>
    copyText(
      url + path,
      'URL copied',
      'Your browser blocked copying. Open this size and copy its URL from the address bar.',
    );
  return (
    <section aria-labelledby="sizes-title" className="mt-8">
      <h3 id="sizes-title" className="text-h4">
        Sizes
      </h3>
      <ul className="mt-1">
        {listPictureWidths(picture.width).map(width => {
          const path = pictureFile(picture.id, width, 'webp');
          const actualWidth = Math.min(width, picture.width);
          return (
            <li key={width} className="flex items-center justify-between gap-4 border-t border-rule first:border-0">
              <a className="link meta inline-flex min-h-11 items-center text-ink-soft" href={path}>
                {actualWidth} × {Math.max(1, Math.round((actualWidth * picture.height) / picture.width))}
              </a>
              <button
                type="button"
                className="inline-flex min-h-11 items-center gap-2 rounded-control px-3 text-small text-ink-soft hover:bg-raised hover:text-ink"
                aria-label={`Copy URL at ${actualWidth} pixels`}
                onClick={() => void copy(path)}
              >
                <Copy className="size-4" aria-hidden="true" /> Copy URL
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}

type PictureFormProps = { picture: LibraryPicture; failed: FormError | undefined };

/** Form for a picture's name and alt text. */
function DescribePicture({ picture, failed }: PictureFormProps) {
  const id = useId();
  const hint = picture.alt
    ? 'For people who can’t see the image.'
    : 'Missing. Describe the image for people who can’t see it.';
  const error = failed?.fields.alt;
  return (
    <div className="[&>form]:mt-6">
      <PageForm intent="describe" error={failed} submitLabel="Save changes" busyLabel="Saving…">
        <FormField id={id} label="Alt text" hint={hint} error={error}>
          <textarea
            id={id}
            name="alt"
            rows={3}
            className="field"
            defaultValue={picture.alt}
            maxLength={MAX_ALT_LENGTH}
            {...getAriaProps({ id, hint, error })}
          />
        </FormField>
        <TextField
          label="Name"
          name="name"
          defaultValue={picture.name}
          maxLength={120}
          autoComplete="off"
          error={failed?.fields.name}
          required
        />
      </PageForm>
    </div>
  );
}

/** Deletes a picture after confirmation. If it is in use, shows what to do first. */
function DeletePicture({ picture, failed }: PictureFormProps) {
  const name = picture.name || 'this image';
  return (
    <section aria-labelledby="delete-title" className="mt-8 border-t border-rule pt-6">
      <h3 id="delete-title" className="sr-only">
        Delete
      </h3>
      <ErrorNotice className="mb-4" message={failed?.message} />
      {picture.usages.length > 0 ? (
        <p className="text-small text-ink-soft">
          You can’t delete this image while it’s in use. Replace or remove it there first.
        </p>
      ) : (
        <details className="group">
          <summary className="button button-danger w-fit list-none group-open:mb-4 [&::-webkit-details-marker]:hidden">
            Delete image…
          </summary>
          <p className="text-small [overflow-wrap:anywhere]">Delete “{name}” permanently? You can’t undo this.</p>
          <PostForm className="mt-4">
            <input type="hidden" name="intent" value="delete" />
            <button type="submit" className="button button-danger">
              Delete permanently
            </button>
          </PostForm>
        </details>
      )}
    </section>
  );
}
