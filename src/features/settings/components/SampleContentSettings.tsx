import { SettingsForm } from './SettingsForm.tsx';

interface SampleContentProps {
  items: readonly { readonly kind: string; readonly count: number }[];
}

/** Shows, removes and restores the sample content. */
export function SampleContentSettings({ items }: SampleContentProps) {
  const present = items.filter(({ count }) => count > 0);
  const complete = present.length === items.length;
  return (
    <div id="sample-content">
      {present.length > 0 && (
        <SettingsForm
          intent="remove-sample-content"
          title="Sample content"
          intro="What the site came with, so that it looks like something from the first minute. What you wrote or changed is yours and is never touched."
          submitLabel="Remove sample content"
          busyLabel="Removing…"
          danger
        >
          {refused => (
            <>
              <dl className="grid grid-cols-2 gap-x-8 text-small sm:grid-cols-3">
                {present.map(({ kind, count }) => (
                  <div key={kind} className="flex items-baseline gap-2 border-t border-rule py-2">
                    <dd className="min-w-8 font-mono tabular-nums">{count}</dd>
                    <dt className="text-ink-soft">{kind}</dt>
                  </div>
                ))}
              </dl>
              <label className="flex min-h-11 items-center gap-3 text-small">
                <input type="checkbox" name="confirm" value="yes" className="size-5 shrink-0" />
                Yes, take all of this off the site, with its comments and pictures
              </label>
              {refused?.failed.fields.confirm && (
                <p className="text-small text-danger">{refused.failed.fields.confirm}</p>
              )}
            </>
          )}
        </SettingsForm>
      )}
      {!complete && (
        <SettingsForm
          intent="load-sample-content"
          title={present.length > 0 ? 'Missing samples' : 'Sample content'}
          intro="Adds what is missing of the sample content. Where something of yours has the same address or place, yours stays and the sample is left out."
          submitLabel="Load sample content"
          busyLabel="Loading, this takes a few seconds…"
        >
          {() => (
            <p className="text-small text-ink-soft">
              {present.length > 0
                ? `Not there, or yours by now: ${items
                    .filter(({ count }) => count === 0)
                    .map(({ kind }) => kind)
                    .join(', ')}.`
                : 'There is no sample content on the site.'}
            </p>
          )}
        </SettingsForm>
      )}
    </div>
  );
}
