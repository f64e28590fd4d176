import { useCallback } from 'react';
import { Outlet, useLoaderData, useParams, useRevalidator } from 'react-router';
import { parseListQuery } from '#platform/pages/list-query.ts';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { pictureTypes } from '#shared/uploads.ts';
import { ListSection } from '#ui/table/TableList.tsx';
import { MediaLayout } from '../components/MediaLayout.tsx';
import { PictureGrid } from '../components/PictureGrid.tsx';
import { UploadArea } from '../components/UploadArea.tsx';
import { useUploadPicture } from '../hooks/use-file-upload.ts';
import { useUploads } from '../hooks/use-uploads.tsx';
import { validatePicture } from '../rules.ts';

export const loader = pageLoader(async ({ api, searchParams }) => {
  const { query, params } = parseListQuery(searchParams, ['search', 'usage', 'sort']);
  const [list, quota] = await Promise.all([api.media.listPictures(params), api.media.getQuota()]);
  return { list, quota, query };
});

export const action = pageAction(({ api, form }) =>
  api.media.updatePicture({ id: form.get('id') ?? '', alt: form.get('alt') ?? '' }),
);

const filters = [
  {
    name: 'usage',
    label: 'Show',
    allLabel: 'All images',
    options: [
      { value: 'unused', label: 'Unused' },
      { value: 'used', label: 'In use' },
      { value: 'missing_alt', label: 'Missing alt text' },
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
  'PNG, JPEG, WebP, AVIF or GIF, up to 5 MB and 40 megapixels. Metadata such as the location is removed, and animations are reduced to their first frame.';

/** The user's pictures, or everyone's for the owner, next to the open one. */
export function Component() {
  const { list, query, quota } = useLoaderData<typeof loader>();
  const { id } = useParams();
  const { revalidate } = useRevalidator();
  const onDone = useCallback(() => void revalidate(), [revalidate]);
  const uploads = useUploads({ send: useUploadPicture(), validate: validatePicture, onDone });
  return (
    <MediaLayout current="Images" quota={quota}>
      <div className={id ? 'lg:grid lg:grid-cols-[minmax(0,1fr)_24rem] lg:gap-10' : ''}>
        <div className={id ? 'max-lg:hidden' : ''}>
          <UploadArea uploads={uploads} label="Upload images" accept={pictureTypes} hint={HINT} />
          <ListSection
            path={dashboardPaths.media}
            query={query}
            list={list}
            noun={['image', 'images']}
            getKey={picture => picture.id}
            searchLabel="Name or alt text"
            filters={filters}
            sorts={sorts}
            isSortVisible
            hideEmptyToolbar
            empty={{
              title: 'No images yet.',
              text: 'Upload the first one above. Then use it as a cover or in a post, and add alt text for people who can’t see it.',
            }}
            noMatch={{ title: 'No matching images.', text: 'Try different words, or show all images.' }}
          >
            <PictureGrid pictures={list.items} query={query} page={list.page} open={id} />
          </ListSection>
        </div>
        <Outlet />
      </div>
    </MediaLayout>
  );
}
