import { getAriaProps } from '#ui/FormField.tsx';
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
          intro="Example posts, projects and texts that came with your site. Content that you added or edited stays."
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
                <input
                  type="checkbox"
                  name="confirm"
                  value="yes"
                  className="size-5 shrink-0"
                  {...getAriaProps({ id: 'confirm', error: refused?.failed.fields.confirm })}
                />
                Remove all of this from my site, including its comments and images
              </label>
              {refused?.failed.fields.confirm && (
                <p id="confirm-error" className="text-small text-danger">
                  {refused.failed.fields.confirm}
                </p>
              )}
            </>
          )}
        </SettingsForm>
      )}
      {!complete && (
        <SettingsForm
          intent="load-sample-content"
          title={present.length > 0 ? 'Missing sample content' : 'Sample content'}
          intro="Add the sample content that isn’t on your site. Your own content is never replaced."
          submitLabel="Add sample content"
          busyLabel="Adding… This takes a few seconds."
        >
          {() => (
            <p className="text-small text-ink-soft">
              {present.length > 0
                ? `Removed, or edited by you: ${items
                    .filter(({ count }) => count === 0)
                    .map(({ kind }) => kind)
                    .join(', ')}.`
                : 'Your site has no sample content.'}
            </p>
          )}
        </SettingsForm>
      )}
    </div>
  );
}
