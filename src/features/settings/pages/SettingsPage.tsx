import { useEffect } from 'react';
import { useActionData, useLoaderData } from 'react-router';
import { pageAction, pageLoader } from '#platform/pages/loader.ts';
import { paths } from '#shared/paths.ts';
import { Field } from '#ui/Field.tsx';
import { PageForm } from '#ui/PageForm.tsx';
import { SettingsPart } from '#ui/SettingsPart.tsx';
import { toast } from '#ui/toast.ts';
import { WorkPage } from '#ui/WorkPage.tsx';

export const loader = pageLoader(({ api }) => api.settings.read());

export const action = pageAction(({ api, form }) =>
  api.settings.save({ minimumPasswordLength: form.get('minimumPasswordLength') ?? '' }),
);

/** What the owner can set about the site. */
export function Component() {
  const settings = useLoaderData<typeof loader>();
  const result = useActionData<typeof action>();
  const refused = result && 'failed' in result ? result : undefined;
  const done = result && 'done' in result ? result.done : undefined;
  useEffect(() => {
    if (done) toast.success('Saved');
  }, [done]);
  return (
    <WorkPage title="Settings">
      <SettingsPart title="Passwords" about="It holds for new passwords; those in use stay good.">
        <PageForm action={paths.settings} failed={refused?.failed} submitLabel="Save" busyLabel="Saving…">
          <Field
            label="Shortest password"
            name="minimumPasswordLength"
            type="number"
            inputMode="numeric"
            min={6}
            max={64}
            hint="Characters. At least 6; 10 are recommended."
            defaultValue={refused?.values.minimumPasswordLength ?? settings.minimumPasswordLength}
            error={refused?.failed.fields.minimumPasswordLength}
            required
          />
        </PageForm>
      </SettingsPart>
    </WorkPage>
  );
}
