import { Download } from 'lucide-react';
import { useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { ownerPaths } from '#shared/owner-paths.ts';
import { SettingsPart } from '#ui/SettingsPart.tsx';
import { WorkPage } from '#ui/WorkPage.tsx';
import { ImportsList } from '../components/ImportsList.tsx';
import { UploadForm } from '../components/UploadForm.tsx';

export const loader = pageLoader(({ api }) => api.transfers.list());

/** A form that was sent without script has the archive in it. */
export const action = pageAction(async ({ api, files, leaveWithoutScript }) => {
  const archive = files.get('archive') ?? new File([], '');
  const id = [...crypto.getRandomValues(new Uint8Array(8))].map(byte => byte.toString(16).padStart(2, '0')).join('');
  const name = archive.name.replaceAll(/\p{Cc}/gu, '').slice(0, 200);
  await api.transfers.upload({ params: { id }, query: { name }, body: archive });
  leaveWithoutScript(ownerPaths.transferImport(id));
  return { id };
});

/** Moving the site's content in and out, for the owner. */
export function Component() {
  const { items } = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const failed = result && 'failed' in result ? result.failed : undefined;
  return (
    <WorkPage title="Move in and out" intro="Bring posts from another site, or take everything that is here with you.">
      <SettingsPart
        title="Move in"
        about={
          <>
            <p>
              From Ghost, WordPress, Hugo, Jekyll, Astro or another Freehold. First you see what would be made; nothing
              changes until you say so.
            </p>
            <p className="mt-3">
              Pictures come from the archive alone. Put the folder of uploads (content/images or wp-content/uploads)
              into one ZIP with the exported file.
            </p>
          </>
        }
      >
        <UploadForm refused={failed?.fields.archive ?? failed?.message} />
      </SettingsPart>
      <SettingsPart
        title="Archives"
        about="What was sent. Archives that nobody decides about are forgotten after 14 days."
      >
        <ImportsList items={items} />
      </SettingsPart>
      <SettingsPart
        title="Move out"
        about="Every post and project as Markdown, the site’s own content as JSON, and the originals of all pictures, in one ZIP. Posts and pictures can be moved in again as they are."
      >
        <a className="button" href={ownerPaths.contentExport} download>
          <Download className="mr-2 size-4" aria-hidden="true" /> Download everything
        </a>
        <p className="meta mt-3">Accounts, comments, earlier versions and deleted posts are not in it.</p>
      </SettingsPart>
    </WorkPage>
  );
}
