import { useLoaderData, useRevalidator } from 'react-router';
import { pageAction, pageLoader, useRejectedForm } from '#platform/pages/loader.ts';
import { type HealthStatus, healthGroups } from '#shared/health.ts';
import { totalText } from '#shared/lists.ts';
import { ActionForm } from '#ui/ActionForm.tsx';
import { Badge, type BadgeTone } from '#ui/Badge.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { DashboardSection } from '#ui/DashboardSection.tsx';
import { LocalDateTime } from '#ui/DateTime.tsx';
import { toast } from '#ui/toast.ts';
import type { CheckReport } from '../contract.ts';

export const loader = pageLoader(({ api }) => api.status.get());

export const action = pageAction(async ({ api }) => {
  const { email } = await api.email.sendTest();
  toast.success(`Test email queued for ${email}`);
});

const badges: Readonly<Record<HealthStatus, readonly [BadgeTone, string]>> = {
  ok: ['neutral', 'OK'],
  warning: ['active', 'Warning'],
  failing: ['danger', 'Failing'],
  off: ['muted', 'Not set up'],
};

/** Returns the most urgent finding as a sentence. */
function summarize(items: readonly CheckReport[]): string {
  const count = (status: HealthStatus) => items.filter(item => item.status === status).length;
  const parts = [
    count('failing') > 0 && totalText(count('failing'), ['check is failing', 'checks are failing']),
    count('warning') > 0 && totalText(count('warning'), ['warning', 'warnings']),
  ].filter(Boolean);
  return parts.length > 0 ? `${parts.join(', ')}.` : 'All checks passed.';
}

/** Shows the results of all health checks. */
export function Component() {
  const { checkedAt, items } = useLoaderData<typeof loader>();
  const failure = useRejectedForm();
  const { revalidate, state } = useRevalidator();
  const isChecking = state === 'loading';
  const hasMailServer = items.some(({ name, status }) => name === 'email' && status !== 'off');
  return (
    <DashboardPage
      title="Status"
      intro="Your site checks itself every 10 minutes and emails you when a check fails twice in a row."
      aside={
        <button
          type="button"
          className="button"
          aria-disabled={isChecking || undefined}
          onClick={() => void revalidate()}
        >
          {isChecking ? 'Checking…' : 'Check again'}
        </button>
      }
    >
      <output className="mb-10 flex flex-wrap items-baseline gap-x-4 gap-y-1">
        <strong className="font-display text-h4">{summarize(items)}</strong>
        <span className="hint">
          Checked <LocalDateTime instant={checkedAt} />
        </span>
      </output>
      <div className="grid gap-y-10">
        {healthGroups.map(group => (
          <DashboardSection key={group} title={group}>
            <ul>
              {items
                .filter(item => item.group === group)
                .map(item => (
                  <CheckItem key={item.name} {...item} />
                ))}
            </ul>
            {group === 'Email' && hasMailServer && (
              <ActionForm intent="test-email" label="Send test email" className="mt-4" failure={failure} />
            )}
          </DashboardSection>
        ))}
      </div>
    </DashboardPage>
  );
}

function CheckItem({ label, status, message, help }: CheckReport) {
  const [tone, badge] = badges[status];
  return (
    <li className="grid grid-cols-[1fr_auto] items-baseline gap-x-6 gap-y-1 border-b border-rule py-3 text-small md:grid-cols-[12rem_7rem_1fr]">
      <h3 className="font-display font-semibold">{label}</h3>
      <p className="justify-self-end md:justify-self-start">
        <Badge tone={tone}>{badge}</Badge>
      </p>
      <div className="col-span-full max-w-[42rem] [overflow-wrap:anywhere] md:col-span-1">
        <p>{message}</p>
        {help && <p className="mt-1 text-ink-soft">{help}</p>}
      </div>
    </li>
  );
}
