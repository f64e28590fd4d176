import Download from 'lucide-react/icons/download';
import { Link, useLoaderData } from 'react-router';
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
    <DashboardPage title="Import & export" intro="Import content from another site, or export a copy of yours.">
      <SettingsSection
        title="Import"
        description={
          <>
            <p>
              Import from Ghost, WordPress, Hugo, Jekyll, Astro or another Freehold site. You’ll see a preview first.
              Nothing changes until you start the import.
            </p>
            <p className="mt-3">
              To import images, put the exported file and the uploads folder (content/images or wp-content/uploads) into
              one ZIP.
            </p>
            <p className="mt-3">
              CSV files have their own pages:{' '}
              <Link className="link" to={dashboardPaths.importSubscribers}>
                import subscribers
              </Link>{' '}
              or{' '}
              <Link className="link" to={dashboardPaths.importClients}>
                import clients
              </Link>
              .
            </p>
          </>
        }
      >
        <ArchiveUploadForm />
      </SettingsSection>
      <SettingsSection
        title="Uploaded archives"
        description="Archives that you don’t import are deleted after 14 days."
      >
        <ImportList items={items} />
      </SettingsSection>
      <SettingsSection
        title="Export"
        description="One ZIP with your posts and projects as Markdown, comments and site content as JSON, and all original images. You can import it into another Freehold site."
      >
        <a className="button" href={dashboardPaths.contentExport} download>
          <Download className="mr-2 size-4" aria-hidden="true" /> Export content
        </a>
        <p className="mt-4 max-w-[31em] text-small text-ink-soft">
          <strong className="font-semibold text-ink">The export contains personal data:</strong> the names of commenters
          and of clients with published testimonials, and the email addresses of those with an account, so their
          comments stay linked to them on another site. It also includes drafts and deleted comments. Store it as safely
          as a backup.
        </p>
        <p className="hint mt-3">
          Not included: accounts, clients, subscribers, newsletters, messages, orders, bookings, availability, invoices,
          emails, statistics, version history, files in the media library, files of projects for sale, and deleted posts
          and projects. You can export clients and subscribers from their own pages.
        </p>
      </SettingsSection>
    </DashboardPage>
  );
}
