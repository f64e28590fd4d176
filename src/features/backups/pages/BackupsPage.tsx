import { useLoaderData } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { ActionForm } from '#ui/ActionForm.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { toast } from '#ui/toast.ts';
import { BackupList } from '../components/BackupList.tsx';
import { BackupStatus } from '../components/BackupStatus.tsx';
import { ScheduleForm } from '../components/ScheduleForm.tsx';
import { EncryptionSection } from '../components/EncryptionSection.tsx';

export const loader = pageLoader(({ api }) => api.backups.list());

export const action = pageAction(async ({ api, form }) => {
  if (form.get('intent') === 'create') await api.backups.create();
  else {
    await api.backups.updateSettings({
      isScheduled: form.get('isScheduled') === 'yes',
      hour: form.get('hour') ?? '',
    });
    toast.success('Schedule saved');
  }
});

/** The owner's backups. */
export function Component() {
  const overview = useLoaderData<typeof loader>();
  const failure = useRejectedForm();
  return (
    <DashboardPage
      title="Backups"
      intro="A backup contains all data and files of this site. Backups made here or on schedule are tested by restoring them."
      aside={
        <ActionForm
          intent="create"
          label="Back up now"
          busyLabel="Starting…"
          primary
          failure={failure}
          disabled={overview.current !== null}
        />
      }
    >
      <BackupStatus overview={overview} />
      <BackupList items={overview.items} />
      <ScheduleForm overview={overview} failure={failure} />
      <EncryptionSection overview={overview} />
      <SettingsSection
        title="Restore"
        description="Backups are restored on the server, because the site has to be stopped first."
      >
        <p className="text-small">Stop the site, then run this command:</p>
        <pre className="mt-3 overflow-x-auto rounded-control border border-rule bg-sunken px-4 py-3 font-mono text-small">
          <code>freehold restore --replace &lt;file&gt;</code>
        </pre>
        <p className="hint mt-3">
          In a checkout, <code className="font-mono">freehold</code> is{' '}
          <code className="font-mono">npm run freehold --</code>. The current data is backed up first. To restore on
          another server, copy the backup to it{overview.isEncrypted ? '' : ', and the secret key'}.
        </p>
      </SettingsSection>
    </DashboardPage>
  );
}
