import Download from 'lucide-react/icons/download';
import { useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { ImportList } from '../components/ImportList.tsx';
import { ArchiveUploadForm } from '../components/ArchiveUploadForm.tsx';

export const loader = pageLoader(({ api }) => api.importExport.list());

/** Import and export, for the owner. */
export function Component() {
  const { items } = useLoaderData<typeof loader>();
  return (
    <DashboardPage
      title="Move in and out"
      intro="Bring what you wrote elsewhere, or take everything that is here with you."
    >
      <SettingsSection
        title="Move in"
        description={
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
        <ArchiveUploadForm />
      </SettingsSection>
      <SettingsSection
        title="Archives"
        description="What was sent. Archives that nobody decides about are forgotten after 14 days."
      >
        <ImportList items={items} />
      </SettingsSection>
      <SettingsSection
        title="Move out"
        description="Posts and projects as Markdown, comments and the site’s own texts as JSON, and the originals of all pictures, in one ZIP. Another Freehold can move all of it in again as it is."
      >
        <a className="button" href={dashboardPaths.contentExport} download>
          <Download className="mr-2 size-4" aria-hidden="true" /> Download everything
        </a>
        <p className="mt-4 max-w-[31em] text-small text-ink-soft">
          <strong className="font-semibold text-ink">It holds personal data:</strong> the names of those who commented,
          and the e-mail address of each who has an account, so that their comments are theirs again elsewhere. Drafts,
          and comments that you removed, are in it, too. Keep it as you keep a backup.
        </p>
        <p className="meta mt-3">
          Accounts, emails, earlier versions, documents, prices, the files that projects are sold with, and deleted
          content are not in it.
        </p>
      </SettingsSection>
    </DashboardPage>
  );
}
