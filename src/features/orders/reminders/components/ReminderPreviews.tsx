import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { Disclosure } from '#ui/Disclosure.tsx';
import type { ReminderPreview } from '../rules.ts';

const previews: readonly (readonly [name: ReminderPreview, label: string])[] = [
  ['before', 'Before the due date'],
  ['on_due_date', 'On the due date'],
  ['overdue', 'After the due date'],
];

/** Examples of the emails; `client` is the ID of a client with their own reminders. */
export function ReminderPreviews({ client }: { client?: number }) {
  return previews.map(([name, label]) => (
    <Disclosure key={name} label={label}>
      <iframe
        className="h-[36rem] w-full border border-rule bg-[white]"
        title={`Preview: ${label}`}
        src={withQuery(dashboardPaths.reminderPreview(name), { client })}
        loading="lazy"
        sandbox="allow-popups allow-popups-to-escape-sandbox"
      />
    </Disclosure>
  ));
}
