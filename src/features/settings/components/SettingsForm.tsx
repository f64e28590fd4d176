import type { ReactNode } from 'react';
import { type RejectedForm, useRejectedForm } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';

interface SettingFormProps {
  intent: string;
  title: string;
  intro: ReactNode;
  submitLabel?: string;
  busyLabel?: string;
  /** Whether submitting deletes data. */
  danger?: boolean;
  children: (refused: RejectedForm | undefined) => ReactNode;
}

/** Renders a settings section with its own form, which keeps the entered values and shows errors at their fields. */
export function SettingsForm(props: SettingFormProps) {
  const { intent, title, intro, submitLabel = 'Save settings', busyLabel = 'Saving…', danger, children } = props;
  const rejected = useRejectedForm();
  const refused = rejected?.values.intent === intent ? rejected : undefined;
  return (
    <SettingsSection id={intent} title={title} description={intro}>
      <PageForm
        action={`${dashboardPaths.settings}#${intent}`}
        intent={intent}
        error={refused?.failed}
        submitLabel={submitLabel}
        busyLabel={busyLabel}
        danger={danger}
      >
        {children(refused)}
      </PageForm>
    </SettingsSection>
  );
}
