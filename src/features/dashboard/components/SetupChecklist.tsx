import type { LucideIcon } from 'lucide-react';
import ArrowRight from 'lucide-react/icons/arrow-right';
import Banknote from 'lucide-react/icons/banknote';
import Eraser from 'lucide-react/icons/eraser';
import Globe from 'lucide-react/icons/globe';
import MailCheck from 'lucide-react/icons/mail-check';
import PenLine from 'lucide-react/icons/pen-line';
import Scale from 'lucide-react/icons/scale';
import ShieldCheck from 'lucide-react/icons/shield-check';
import UserRound from 'lucide-react/icons/user-round';
import { Link } from 'react-router';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import type { SetupStep } from '../contract/setup-steps.ts';
import { DashboardSection } from '#ui/DashboardSection.tsx';

const steps: Readonly<Record<SetupStep, { title: string; description: string; to: string; icon: LucideIcon }>> = {
  profile: {
    title: 'Add your profile',
    description:
      'Add your name, portrait and contact details. On a public site, visitors can’t order or book until you do.',
    to: dashboardPaths.siteSection('profile'),
    icon: UserRound,
  },
  two_factor: {
    title: 'Secure your account',
    description: 'Your account is only protected by a password. Add a passkey or two-factor authentication.',
    to: dashboardPaths.updateProfile,
    icon: ShieldCheck,
  },
  post: {
    title: 'Publish your first post',
    description: 'You haven’t published a post yet.',
    to: dashboardPaths.addBlog,
    icon: PenLine,
  },
  sample_content: {
    title: 'Remove the sample content',
    description: 'Your site still shows the content it came with.',
    to: `${dashboardPaths.settings}#sample-content`,
    icon: Eraser,
  },
  legal: {
    title: 'Write your legal pages',
    description: 'Add your own privacy policy and terms.',
    to: dashboardPaths.site,
    icon: Scale,
  },
  payments: {
    title: 'Set up payments',
    description: 'Clients can’t pay you yet. Add your bank details or connect a payment provider.',
    to: dashboardPaths.billing,
    icon: Banknote,
  },
  email: {
    title: 'Connect a mail server',
    description: 'Emails aren’t sent yet. The email log shows what to set.',
    to: dashboardPaths.outbox,
    icon: MailCheck,
  },
  site_url: {
    title: 'Set your site’s address',
    description: 'Links in emails and feeds need it.',
    to: `${dashboardPaths.settings}#address`,
    icon: Globe,
  },
};

/** Remaining setup steps with links; renders nothing once all are done. */
export function SetupChecklist({ left, total }: { left: readonly SetupStep[]; total: number }) {
  if (left.length === 0) return null;
  const done = total - left.length;
  return (
    <DashboardSection
      title="Set up your site"
      note={
        <span className="inline-flex items-center gap-3">
          <span className="hidden gap-1 sm:flex" aria-hidden="true">
            {Array.from({ length: total }, (_, index) => (
              <span key={index} className={`h-1.5 w-4 rounded-full ${index < done ? 'bg-accent' : 'bg-rule'}`} />
            ))}
          </span>
          {done} of {total} done
        </span>
      }
    >
      <ul className="grid gap-x-12 sm:grid-cols-2 xl:gap-x-14">
        {left.map(name => {
          const { title, description, to, icon: Icon } = steps[name];
          return (
            <li key={name} className="border-b border-rule">
              <Link to={to} className="group grid h-full grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 py-4 no-underline">
                <Icon className="mt-0.5 size-5 text-accent" aria-hidden="true" />
                <span>
                  <span className="block font-display text-small font-semibold group-hover:text-accent">{title}</span>
                  <span className="hint mt-0.5 block">{description}</span>
                </span>
                <ArrowRight className="mt-0.5 size-4 text-ink-faint group-hover:text-accent" aria-hidden="true" />
              </Link>
            </li>
          );
        })}
      </ul>
    </DashboardSection>
  );
}
