import Search from 'lucide-react/icons/search';
import UploadIcon from 'lucide-react/icons/upload';
import { type FormEvent, useCallback, useEffect, useId, useRef, useState } from 'react';
import { useLazyApi } from '#platform/pages/api-hooks.ts';
import { MAX_SEARCH_LENGTH } from '#shared/lists.ts';
import { pictureTypes } from '#shared/uploads.ts';
import { Picture } from '#ui/Picture.tsx';
import { type FormError, toFormError } from '#ui/use-async-action.ts';
import type { LibraryPicture } from '../contract.ts';
import { validatePicture } from '../rules.ts';
import { useFileDrop } from '../hooks/use-file-drop.ts';
import { useUploadPicture } from '../hooks/use-file-upload.ts';
import { UploadList, useUploads } from '../hooks/use-uploads.tsx';

type ImagePickerGridProps = { onChoose: (picture: LibraryPicture) => void; onClose: () => void };

const PAGE_SIZE = 12;

/** The library inside the picker: search, pages and upload. */
export function ImagePickerGrid({ onChoose, onClose }: ImagePickerGridProps) {
  const { list, failure, total, query, load } = useLibrary();
  const uploads = useUploads({ send: useUploadPicture(), validate: validatePicture, onDone: onChoose });
  const id = useId();
  const search = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    event.stopPropagation();
    const typed = new FormData(event.currentTarget).get('search');
    load({ search: typeof typed === 'string' ? typed.trim() : '', page: 1 });
  };
  useFileDrop(uploads.add, { inDialog: true });
  const pages = Math.ceil(total / PAGE_SIZE);
  const isNoPage = (page: number) => page < 1 || page > pages;
  const pageButtons = [
    ['Previous', query.page - 1],
    ['Next', query.page + 1],
  ] as const;
  return (
    <section aria-label="Media library" className="mt-5">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
        <form onSubmit={search} className="flex grow flex-wrap items-end gap-3">
          <label className="grow basis-48 sm:max-w-72">
            <span className="hint mb-1 block">Name or alt text</span>
            <input
              className="field"
              type="search"
              name="search"
              maxLength={MAX_SEARCH_LENGTH}
              autoComplete="off"
              enterKeyHint="search"
            />
          </label>
          <button type="submit" className="button">
            <Search className="size-4" aria-hidden="true" /> Search
          </button>
        </form>
        <label
          htmlFor={id}
          className="button button-primary cursor-pointer has-focus-visible:outline-2 has-focus-visible:outline-offset-3 has-focus-visible:outline-accent"
        >
          <UploadIcon className="size-4" aria-hidden="true" /> Upload image
          <input
            id={id}
            type="file"
            className="sr-only"
            accept={pictureTypes.join(',')}
            onChange={event => {
              uploads.add(event.target.files ?? []);
              event.target.value = '';
            }}
          />
        </label>
      </div>
      <UploadList uploads={uploads} />
      <div className="mt-5 min-h-64" aria-busy={!list && !failure}>
        {failure ? (
          <div role="alert" className="border-t border-rule py-8">
            <p>{failure.message}</p>
            <button type="button" className="button mt-4" onClick={() => load({ ...query })}>
              Try again
            </button>
          </div>
        ) : (
          <Choices list={list} searched={query.search !== ''} onChoose={onChoose} />
        )}
      </div>
      <div className="mt-5 flex flex-wrap items-center gap-3 border-t border-rule pt-5">
        {pages > 1 && (
          <>
            {pageButtons.map(([label, page]) => (
              <button
                key={label}
                type="button"
                className="button"
                // `disabled` would lose the keyboard focus.
                aria-disabled={isNoPage(page) || undefined}
                onClick={() => !isNoPage(page) && load({ ...query, page })}
              >
                {label}
              </button>
            ))}
            <output className="hint">
              Page {query.page} of {pages}
            </output>
          </>
        )}
        <button type="button" className="button ml-auto" onClick={onClose}>
          Cancel
        </button>
      </div>
    </section>
  );
}

interface Result {
  readonly list?: { readonly items: readonly LibraryPicture[] };
  readonly failure?: FormError;
  /** The number of images; that of the previous list until the next one is loaded. */
  readonly total: number;
}

/** Loads one page of the library; ignores responses to outdated requests. */
function useLibrary() {
  const api = useLazyApi();
  const apiRef = useRef(api);
  const [query, setQuery] = useState({ search: '', page: 1 });
  const [result, setResult] = useState<Result>({ total: 0 });
  const load = useCallback((next: { search: string; page: number }) => {
    setResult(({ total }) => ({ total }));
    setQuery(next);
  }, []);
  useEffect(() => {
    let isStale = false;
    const { search, page } = query;
    apiRef
      .current()
      .media.listPictures({ ...(search ? { search } : {}), page, pageSize: PAGE_SIZE })
      .then(list => !isStale && setResult({ list, total: list.total }))
      .catch((error: unknown) => !isStale && setResult(({ total }) => ({ total, failure: toFormError(error) })));
    return () => {
      isStale = true;
    };
  }, [query]);
  return { ...result, query, load };
}

interface ChoicesProps extends Pick<ImagePickerGridProps, 'onChoose'> {
  list: { items: readonly LibraryPicture[] } | undefined;
  searched: boolean;
}

function Choices({ list, searched, onChoose }: ChoicesProps) {
  const grid = 'grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-4';
  if (!list) {
    return (
      <div className={grid}>
        <span className="sr-only">Loading</span>
        {[1, 2, 3, 4, 5, 6, 7, 8].map(index => (
          <span key={index} className="block aspect-[4/3] rounded-picture bg-sunken" />
        ))}
      </div>
    );
  }
  if (list.items.length === 0) {
    return (
      <p className="border-t border-rule py-8 text-ink-soft">
        {searched ? 'No matching images. Try different words.' : 'No images yet. Upload the first one.'}
      </p>
    );
  }
  return (
    <ul className={grid}>
      {list.items.map(picture => (
        <li key={picture.id}>
          <button
            type="button"
            className="group block w-full rounded-picture text-left"
            onClick={() => onChoose(picture)}
          >
            <Picture
              picture={picture}
              alt={picture.alt}
              sizes="(min-width: 48rem) 13rem, 44vw"
              aspectRatio="aspect-[4/3]"
            />
            <span className="mt-1.5 block truncate text-small group-hover:text-accent">
              {picture.name || 'Untitled'}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
