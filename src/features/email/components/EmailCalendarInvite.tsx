import type { Email } from '../contract.ts';

export function EmailCalendarInvite({ calendar }: { calendar: NonNullable<Email['calendarInvite']> }) {
  return (
    <details className="mt-8 border-y border-rule">
      <summary className="flex min-h-11 cursor-pointer items-center text-small">
        {calendar.method === 'CANCEL' ? 'Calendar entry, to be taken out' : 'Calendar entry'}
      </summary>
      <pre className="pb-5 font-mono text-meta whitespace-pre-wrap [overflow-wrap:anywhere]">{calendar.content}</pre>
    </details>
  );
}
