import { type ReactNode, useEffect } from 'react';
import { useActionData } from 'react-router';
import type { ActionResult } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { toast } from '#ui/toast.ts';

/** Result of one of the page's forms. */
export type SettingsFormResult = ActionResult<{ intent: string; message: string }>;
export type FormFailure = Extract<SettingsFormResult, { failed: unknown }>;

interface SettingFormProps {
  intent: string;
  title: string;
  about: ReactNode;
  submitLabel?: string;
  busyLabel?: string;
  /** Whether submitting deletes data. */
  danger?: boolean;
  /** Whether to show success without script. */
  isSaved: boolean;
  children: (refused: FormFailure | undefined) => ReactNode;
}

/** Renders a settings section with its own form, which keeps the entered values and shows errors at their fields. */
export function SettingsForm(props: SettingFormProps) {
  const { intent, title, about, submitLabel = 'Save', busyLabel = 'Saving…', danger, children } = props;
  const result = useActionData<SettingsFormResult>();
  const refused = result && 'failed' in result && result.values.intent === intent ? result : undefined;
  const done = result && 'done' in result && result.done.intent === intent ? result.done : undefined;
  useEffect(() => {
    if (done) toast.success(done.message);
  }, [done]);
  return (
    <SettingsSection id={intent} title={title} description={about}>
      {props.isSaved && (
        <output className="without-script mb-6 block border-l-2 border-accent pl-4 text-small">Done.</output>
      )}
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
