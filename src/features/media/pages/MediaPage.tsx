import { useCallback } from 'react';
import { Outlet, useLoaderData, useParams, useRevalidator } from 'react-router';
import { filtersOf, parseListParams, pageKeys } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { pictureTypes } from '#shared/uploads.ts';
import { Pagination } from '#ui/Pagination.tsx';
import { EmptyState, toTableUrl, TableSummary, TableToolbar } from '#ui/table/TableToolbar.tsx';
import { MediaLayout } from '../components/MediaLayout.tsx';
import { PictureGrid } from '../components/PictureGrid.tsx';
import { useUploadPicture } from '../hooks/use-file-upload.ts';
import { UploadArea } from '../components/UploadArea.tsx';
import { useUploads } from '../hooks/use-uploads.tsx';
import { objectionToPicture } from '../rules.ts';

const KEYS = ['search', 'usage', 'sort', ...pageKeys];

export const loader = pageLoader(async ({ api, searchParams }) => {
  const query = filtersOf(searchParams, KEYS);
  const [list, quota] = await Promise.all([
    api.media.listPictures(parseListParams(searchParams, KEYS)),
    api.media.getQuota(),
  ]);
  return { ...list, quota, query };
});

export const action = pageAction(({ api, form }) =>
  api.media.updatePicture({ id: form.get('id') ?? '', alt: form.get('alt') ?? '' }),
);

const filters = [
  {
    name: 'usage',
    label: 'Show',
    allLabel: 'All pictures',
    options: [
      { value: 'unused', label: 'Not used anywhere' },
      { value: 'used', label: 'In use' },
      { value: 'missing_alt', label: 'Without a description' },
    ],
  },
];

const sorts = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'name_asc', label: 'Name, A to Z' },
  { value: 'size_desc', label: 'Largest first' },
];

const HINT =
  'PNG, JPEG, WebP, AVIF or GIF, up to 5 MB and 40 megapixels. What the camera wrote into them, such as the place, is left out. Moving ones are kept as their first frame.';

/** The user's pictures, or everyone's for the owner, beside the open one. */
export function Component() {
  const { items, total, page, pageSize, query, quota } = useLoaderData<typeof loader>();
  const { id } = useParams();
  const { revalidate } = useRevalidator();
  const onDone = useCallback(() => void revalidate(), [revalidate]);
  const uploads = useUploads({ send: useUploadPicture(), validate: objectionToPicture, onDone });
  const narrowed = Object.keys(query).some(name => name !== 'sort');
  return (
    <MediaLayout current="Pictures" quota={quota}>
      <div className={id ? 'lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10' : ''}>
        <div className={id ? 'max-lg:hidden' : ''}>
          <UploadArea uploads={uploads} label="Add pictures" accept={pictureTypes} hint={HINT} />
          {(total > 0 || narrowed) && (
            <>
              <TableToolbar
                path={dashboardPaths.media}
                query={query}
                searchLabel="Name or description"
                filters={filters}
                sorts={sorts}
                isSortVisible
              />
              <TableSummary path={dashboardPaths.media} query={query} total={total} noun={['picture', 'pictures']} />
            </>
          )}
          {total === 0 && narrowed && (
            <EmptyState title="No picture matches that.">Try another word, or show all pictures.</EmptyState>
          )}
          {total === 0 && !narrowed && (
            <div className="mt-8">
              <EmptyState title="There are no pictures yet.">
                Add the first one above. Then choose it as a cover, or put it into a text, and describe it for those who
                do not see it.
              </EmptyState>
            </div>
          )}
          {total > 0 && items.length === 0 && <EmptyState title="The list ends before this page." />}
          {items.length > 0 && <PictureGrid pictures={items} query={query} page={page} open={id} />}
          <Pagination
            page={page}
            pageSize={pageSize}
            total={total}
            rows={items.map(row => row.id)}
            hrefOf={(number, cursor) => toTableUrl(dashboardPaths.media, query, 'newest', number, cursor)}
          />
        </div>
        <Outlet />
      </div>
    </MediaLayout>
  );
}
