import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import type { Issue } from '../contract/issues.ts';

interface IssueFrameProps {
  issue: Issue;
  /** As typed, if it differs from the saved one. */
  subject?: string;
  children: ReactNode;
}

/** Renders the page of a newsletter. */
export function IssueFrame({ issue, subject = issue.subject, children }: IssueFrameProps) {
  return (
    <DashboardPage
      title={subject.trim() || 'Untitled newsletter'}
      back={{ to: dashboardPaths.newsletter, label: 'Newsletter' }}
    >
      <NoServerNotice issue={issue} />
      {children}
    </DashboardPage>
  );
}

function NoServerNotice({ issue }: { issue: Issue }) {
  if (issue.isDeliveryEnabled || (issue.state === 'sent' && issue.stats.queued === 0)) return null;
  return (
    <p role="note" className="mb-8 max-w-[31em] border-l-2 border-danger pl-4 text-small">
      No mail server is set up, so emails only appear in the{' '}
      <Link className="link" to={dashboardPaths.outbox}>
        email log
      </Link>
      . To send them, set <code className="font-mono">SMTP_URL</code> and <code className="font-mono">MAIL_FROM</code>.
    </p>
  );
}
