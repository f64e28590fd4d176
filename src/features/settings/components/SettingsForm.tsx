import { type ReactNode, useEffect } from 'react';
import { useActionData } from 'react-router';
import type { ActionResult } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { PageForm } from '#ui/PageForm.tsx';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { toast } from '#ui/toast.ts';

/** What came of one of the page's forms. */
export type SettingsFormResult = ActionResult<{ intent: string; message: string }>;
export type FormFailure = Extract<SettingsFormResult, { failed: unknown }>;

interface SettingFormProps {
  /** Which form it is; links lead to its part of the page by it. */
  intent: string;
  title: string;
  about: ReactNode;
  submitLabel?: string;
  busyLabel?: string;
  /** Whether sending it destroys something. */
  danger?: boolean;
  /** What without script says that it was done. */
  isSaved: boolean;
  children: (refused: FormFailure | undefined) => ReactNode;
}

/** One part of the settings with its own form: what is wrong stands beside its fields, which keep what was typed. */
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
