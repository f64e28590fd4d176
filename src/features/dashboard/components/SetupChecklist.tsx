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
    title: 'Say who you are',
    description:
      'The name, headline and portrait are still sample content. Visitors to a public address can order and book once you save your own.',
    to: dashboardPaths.siteSection('profile'),
    icon: UserRound,
  },
  two_factor: {
    title: 'Guard your account',
    description: 'Only a password does so far. Add a passkey or two-step sign-in.',
    to: dashboardPaths.updateProfile,
    icon: ShieldCheck,
  },
  post: {
    title: 'Publish a first post',
    description: 'Readers see none of yours yet.',
    to: dashboardPaths.addBlog,
    icon: PenLine,
  },
  sample_content: {
    title: 'Clear the sample content',
    description: 'What the site came with still stands beside yours.',
    to: `${dashboardPaths.settings}#sample-content`,
    icon: Eraser,
  },
  legal: {
    title: 'Write your legal texts',
    description: 'Privacy policy and terms are not both yours yet.',
    to: dashboardPaths.site,
    icon: Scale,
  },
  payments: {
    title: 'Say how you are paid',
    description: 'No client can pay yet. Write how they transfer, or connect cards.',
    to: dashboardPaths.billing,
    icon: Banknote,
  },
  email: {
    title: 'Connect a mail server',
    description: 'Emails are only stored here. The outbox shows what to set.',
    to: dashboardPaths.outbox,
    icon: MailCheck,
  },
  site_url: {
    title: 'Give the site its address',
    description: 'Links in mails and feeds begin with it.',
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
      <ul className="grid gap-x-12 sm:grid-cols-2 2xl:grid-cols-3">
        {left.map(name => {
          const { title, description, to, icon: Icon } = steps[name];
          return (
            <li key={name} className="border-b border-rule">
              <Link to={to} className="group grid h-full grid-cols-[auto_minmax(0,1fr)_auto] gap-x-4 py-4 no-underline">
                <Icon className="mt-0.5 size-5 text-accent" aria-hidden="true" />
                <span>
                  <span className="block font-display text-small font-semibold group-hover:text-accent">{title}</span>
                  <span className="mt-0.5 block text-meta leading-snug text-ink-soft">{description}</span>
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
