import {
  ArrowLeftRight,
  Banknote,
  ChartNoAxesColumn,
  CalendarCheck,
  CalendarDays,
  CornerDownRight,
  FileText,
  FolderKanban,
  Images,
  Inbox,
  Landmark,
  LayoutDashboard,
  type LucideIcon,
  Mail,
  MailCheck,
  MessagesSquare,
  Newspaper,
  Palette,
  PanelsTopLeft,
  Quote,
  ReceiptText,
  Settings,
  ShieldCheck,
  Tags,
  UserPen,
  UserRound,
  Users,
} from 'lucide-react';
import type { User } from '#features/auth/contract.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths } from '#shared/paths.ts';

/** The tasks that the side bar is ordered by; the first has no heading. */
export const navGroups = ['Overview', 'Content', 'Business', 'People', 'Settings'] as const;

/** A page of the dashboard, as side bar and command palette show it. */
export interface DashboardNavItem {
  readonly label: string;
  readonly path: string;
  readonly group: (typeof navGroups)[number];
  /** Who may open it. */
  readonly roles: readonly User['role'][];
  readonly icon: LucideIcon;
  /** Other words that people look for it by. */
  readonly keywords: string;
}

const allRoles = ['member', 'author', 'owner'] as const;
const ownerOnly = ['owner'] as const;

/** Every page of the dashboard that the navigation offers, in its order. A page is listed once it exists. */
export const dashboardNavItems: readonly DashboardNavItem[] = [
  {
    label: 'Dashboard',
    path: paths.dashboard,
    group: 'Overview',
    roles: allRoles,
    icon: LayoutDashboard,
    keywords: 'home start today overview',
  },
  {
    label: 'Posts',
    path: dashboardPaths.myBlogs,
    group: 'Content',
    roles: allRoles,
    icon: FileText,
    keywords: 'my blogs articles drafts review scheduled write',
  },
  {
    label: 'Projects',
    path: dashboardPaths.myProjects,
    group: 'Content',
    roles: allRoles,
    icon: FolderKanban,
    keywords: 'my showcase work portfolio drafts review add order',
  },
  {
    label: 'Media',
    path: dashboardPaths.media,
    group: 'Content',
    roles: allRoles,
    icon: Images,
    keywords: 'pictures images files documents upload library alt pdf zip',
  },
  {
    label: 'Site content',
    path: dashboardPaths.site,
    group: 'Content',
    roles: ownerOnly,
    icon: PanelsTopLeft,
    keywords: 'edit texts documents sample',
  },
  {
    label: 'Appearance',
    path: dashboardPaths.appearance,
    group: 'Content',
    roles: ownerOnly,
    icon: Palette,
    keywords: 'design accent color logo home sections order',
  },
  {
    label: 'Comments',
    path: dashboardPaths.comments,
    group: 'Content',
    roles: allRoles,
    icon: MessagesSquare,
    keywords: 'reviews moderation approve spam reported replies mail',
  },
  {
    label: 'Testimonials',
    path: dashboardPaths.testimonials,
    group: 'Content',
    roles: ownerOnly,
    icon: Quote,
    keywords: 'clients say paid reviews references quotes approve decline',
  },
  {
    label: 'Inbox',
    path: dashboardPaths.inbox,
    group: 'Business',
    roles: ownerOnly,
    icon: Mail,
    keywords: 'messages contact form mail letters requests answer reply spam archive',
  },
  {
    label: 'Orders',
    path: dashboardPaths.orders,
    group: 'Business',
    roles: allRoles,
    icon: ReceiptText,
    keywords: 'sales clients invoices payments quotes subscriptions my purchases deliver',
  },
  {
    label: 'Bookings',
    path: dashboardPaths.bookings,
    group: 'Business',
    roles: allRoles,
    icon: CalendarCheck,
    keywords: 'consultations calls appointments calendar time reschedule cancel my',
  },
  {
    label: 'Calendar',
    path: dashboardPaths.calendar,
    group: 'Business',
    roles: ownerOnly,
    icon: CalendarDays,
    keywords: 'consultations bookings availability hours holidays days off busy ics ical google outlook feed subscribe',
  },
  {
    label: 'Payments',
    path: dashboardPaths.payments,
    group: 'Business',
    roles: ownerOnly,
    icon: Banknote,
    keywords: 'money paid stripe paypal card bank transfer bkash nagad confirm reject refund proof',
  },
  {
    label: 'Documents',
    path: dashboardPaths.documents,
    group: 'Business',
    roles: ownerOnly,
    icon: ReceiptText,
    keywords: 'invoices credit notes receipts late fees statement of account csv unpaid overdue paid money',
  },
  {
    label: 'Pricing',
    path: dashboardPaths.pricing,
    group: 'Business',
    roles: ownerOnly,
    icon: Tags,
    keywords: 'prices plans services offers consultation package payment terms deposit late fee money edit add',
  },
  {
    label: 'Billing',
    path: dashboardPaths.billing,
    group: 'Business',
    roles: ownerOnly,
    icon: Landmark,
    keywords: 'tax vat rate paper bank transfer bkash nagad instructions how to pay invoices settings',
  },
  {
    label: 'Insights',
    path: dashboardPaths.insights,
    group: 'Business',
    roles: ownerOnly,
    icon: ChartNoAxesColumn,
    keywords:
      'analytics statistics visitors views visits sources referrers campaigns countries devices vitals speed funnel counting privacy',
  },
  {
    label: 'Newsletter',
    path: dashboardPaths.newsletter,
    group: 'People',
    roles: ownerOnly,
    icon: Newspaper,
    keywords: 'issues mail campaign write send schedule pause',
  },
  {
    label: 'Subscribers',
    path: dashboardPaths.subscribers,
    group: 'People',
    roles: ownerOnly,
    icon: MailCheck,
    keywords: 'newsletter list addresses unsubscribe block import export csv',
  },
  {
    label: 'All users',
    path: dashboardPaths.allUsers,
    group: 'People',
    roles: ownerOnly,
    icon: Users,
    keywords: 'people members authors accounts roles disable',
  },
  {
    label: 'Security log',
    path: dashboardPaths.securityLog,
    group: 'People',
    roles: ownerOnly,
    icon: ShieldCheck,
    keywords: 'events sign-ins audit history',
  },
  {
    label: 'My profile',
    path: dashboardPaths.myProfile,
    group: 'Settings',
    roles: allRoles,
    icon: UserRound,
    keywords: 'me account name picture',
  },
  {
    label: 'Update profile',
    path: dashboardPaths.updateProfile,
    group: 'Settings',
    roles: allRoles,
    icon: UserPen,
    keywords: 'edit name picture e-mail password passkey two-step devices delete',
  },
  {
    label: 'Settings',
    path: dashboardPaths.settings,
    group: 'Settings',
    roles: ownerOnly,
    icon: Settings,
    keywords: 'passwords shortest rules time zone currency address domain sample content',
  },
  {
    label: 'Move in and out',
    path: dashboardPaths.transfer,
    group: 'Settings',
    roles: ownerOnly,
    icon: ArrowLeftRight,
    keywords: 'import export ghost wordpress markdown archive zip backup download',
  },
  {
    label: 'Redirects',
    path: dashboardPaths.redirects,
    group: 'Settings',
    roles: ownerOnly,
    icon: CornerDownRight,
    keywords: 'old addresses urls links 301 forward moved permalinks',
  },
  {
    label: 'Outbox',
    path: dashboardPaths.outbox,
    group: 'Settings',
    roles: ownerOnly,
    icon: Inbox,
    keywords: 'mail e-mail sent failed smtp',
  },
];

/** The pages that somebody may open. */
export function listNavItems(role: User['role']): DashboardNavItem[] {
  return dashboardNavItems.filter(page => page.roles.includes(role));
}
