import { use } from 'react';
import { useLoaderData } from 'react-router';
import { WeekSummaryCard } from '#features/insights/browser.ts';
import { TodayBookings } from '#features/bookings/browser.ts';
import { NewsletterTasks } from '#features/newsletter/browser.ts';
import { orderStatusLabels } from '#features/orders/browser.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { ActionItem } from '#ui/ActionItem.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { DashboardSection } from '#ui/DashboardSection.tsx';
import { DamagedFilesTask } from '../components/DamagedFilesTask.tsx';
import { MailTasks } from '../components/MailTasks.tsx';
import { MoneyTasks } from '../components/MoneyTasks.tsx';
import { DraftList, LIST_LIMIT, ScheduledList } from '../components/OwnEntries.tsx';
import { RecentActivity } from '../components/RecentActivity.tsx';
import { SetupChecklist } from '../components/SetupChecklist.tsx';
import { AddressWarning, ClockWarning } from '../components/SiteWarnings.tsx';

export const loader = pageLoader(async ({ api }) => {
  const profile = await api.profile.get();
  const own = { author: 'me', pageSize: LIST_LIMIT } as const;
  const [today, orders, recent, inReview, drafts, projectDrafts, scheduled, projectsScheduled] = await Promise.all([
    profile.role === 'owner' ? loadOwnerDashboard(api) : undefined,
    // Orders waiting for this user.
    api.orders.listOrders({
      stage: profile.role === 'owner' ? 'waiting_on_owner' : 'waiting_on_client',
      pageSize: LIST_LIMIT,
      totals: 'omit',
    }),
    api.dashboard.listActivity(),
    api.blog.listDrafts({ ...own, status: 'in_review' }),
    api.blog.listDrafts({ ...own, status: 'draft' }),
    api.projects.listDrafts({ ...own, status: 'draft' }),
    // Everyone's for the owner.
    api.blog.listDrafts({ status: 'scheduled', pageSize: LIST_LIMIT }),
    api.projects.listDrafts({ status: 'scheduled', pageSize: LIST_LIMIT }),
  ]);
  return {
    profile,
    today,
    orders: { total: orders.total, items: orders.items },
    recent: recent.items,
    now: new Date().toISOString(),
    inReview,
    drafts: { posts: drafts, projects: projectDrafts },
    scheduled: { posts: scheduled, projects: projectsScheduled },
  };
});

/** Milliseconds after which a failing mail server triggers a warning. */
const AN_HOUR = 3_600_000;

async function loadOwnerDashboard(api: Api) {
  const [
    setUp,
    money,
    messages,
    week,
    toReview,
    projectsToReview,
    comments,
    testimonials,
    failed,
    waiting,
    delivery,
    calendar,
    paused,
    coming,
    damaged,
  ] = await Promise.all([
    api.dashboard.getSetupChecklist(),
    api.dashboard.listMoneyTasks(),
    api.contact.getInboxCounts(),
    api.insights.getWeek(),
    api.blog.listDrafts({ status: 'in_review', author: 'others', pageSize: LIST_LIMIT }),
    api.projects.listDrafts({ status: 'in_review', author: 'others', pageSize: LIST_LIMIT }),
    api.comments.getModerationCounts(),
    api.testimonials.listTestimonials(),
    api.email.list({ state: 'failed', pageSize: LIST_LIMIT }),
    api.email.list({ state: 'queued', pageSize: 1 }),
    api.email.getDeliveryStatus(),
    api.calendar.getToday(),
    api.newsletter.listIssues({ state: 'paused', pageSize: LIST_LIMIT }),
    api.newsletter.listIssues({ state: 'scheduled', pageSize: LIST_LIMIT }),
    api.media.listDamagedFiles(),
  ]);
  return {
    setUp,
    money: money.items,
    messages,
    week,
    toReview: { total: toReview.total, items: toReview.items },
    projectsToReview: { total: projectsToReview.total, items: projectsToReview.items },
    comments,
    testimonials: testimonials.items.filter(({ status }) => status === 'pending'),
    failed: { total: failed.total, items: failed.items },
    calendar,
    newsletters: { paused: paused.items, scheduled: coming.items },
    damaged,
    delivery,
    waitingMails: waiting.total,
    mailFails: delivery.failingSince !== null && Date.parse(delivery.failingSince) <= Date.now() - AN_HOUR,
  };
}

type DashboardData = Awaited<ReturnType<typeof loader>>;
type OwnerDashboardData = NonNullable<DashboardData['today']>;

/** Dashboard home: shows what needs attention first. */
export function Component() {
  const { profile, today, orders, recent, now, inReview, drafts, scheduled } = useLoaderData<typeof loader>();
  const { timeZone } = use(siteMetaContext);
  const [firstName] = profile.name.split(' ');
  return (
    <DashboardPage
      title={today ? 'Today' : `Hello, ${firstName}`}
      intro={today ? undefined : 'This is your part of the site: what is yours, and what you can do here.'}
    >
      <div className="grid gap-y-12">
        {today?.setUp.isReachedElsewhere && <AddressWarning />}
        {today?.setUp.clockJump && <ClockWarning {...today.setUp.clockJump} />}
        {today ? (
          <OwnerActionItems today={today} orders={orders} />
        ) : (
          <MemberActionItems profile={profile} orders={orders} inReview={inReview} />
        )}
        {today && <TodayBookings {...today.calendar} failingCalendars={today.calendar.failingCalendars} />}
        {today && <WeekSummaryCard week={today.week} />}
        {today && <SetupChecklist left={today.setUp.remainingSteps} total={today.setUp.total} />}
        <div className="grid items-start gap-x-14 gap-y-12 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <RecentActivity
            items={recent}
            now={now}
            empty={
              today
                ? 'Nothing yet. What is ordered, paid, published and said here, and who comes, is told in this place.'
                : 'Nothing yet. What becomes of your orders, posts and projects, and what readers say of them, is told in this place.'
            }
          />
          <div className="grid gap-y-12 max-xl:row-start-1">
            <ScheduledList {...scheduled} timeZone={timeZone} />
            <DraftList {...drafts} />
          </div>
        </div>
      </div>
    </DashboardPage>
  );
}

/** Lists what needs the owner's attention, or says that nothing does. */
function OwnerActionItems({ today, orders }: { today: OwnerDashboardData; orders: DashboardData['orders'] }) {
  const { money, messages, toReview, projectsToReview, comments, testimonials, newsletters, damaged } = today;
  const { failed, delivery, mailFails } = today;
  const waiting = [
    money.length,
    orders.total,
    messages.pending,
    toReview.total,
    projectsToReview.total,
    comments.pending,
    comments.reported,
    testimonials.length,
    failed.total,
    mailFails || delivery.status === 'not_configured' ? today.waitingMails + Number(mailFails) : 0,
    newsletters.paused.length,
    damaged.total,
  ];
  const nothing = waiting.every(count => count === 0);
  return (
    <DashboardSection title="Needs you">
      {nothing && <p className="py-4 text-small text-ink-soft">Nothing needs your attention.</p>}
      <ul>
        <MoneyTasks tasks={money} />
        <OrdersActionItem orders={orders} to={withQuery(dashboardPaths.orders, { stage: 'waiting_on_owner' })} />
        {messages.pending > 0 && (
          <ActionItem
            to={withQuery(dashboardPaths.inbox, { state: 'new' })}
            does={messages.pending === 1 ? 'Read it' : 'Read them'}
          >
            {messages.pending === 1 ? '1 message waits' : `${messages.pending} messages wait`} for your answer
            {messages.unread > 0 && `, ${messages.unread} of your inbox unread`}
            <span className="meta block truncate">{messages.names.join(' · ')}</span>
          </ActionItem>
        )}
        {toReview.total > 0 && (
          <ActionItem
            to={withQuery(dashboardPaths.myBlogs, { status: 'in_review', author: 'others' })}
            does={toReview.total === 1 ? 'Read it' : 'Read them'}
          >
            {toReview.total === 1 ? '1 post waits' : `${toReview.total} posts wait`} for your review
            <span className="meta block truncate">
              {toReview.items.map(post => `${post.title} (${post.authorName})`).join(' · ')}
            </span>
          </ActionItem>
        )}
        {projectsToReview.total > 0 && (
          <ActionItem
            to={withQuery(dashboardPaths.myProjects, { status: 'in_review', author: 'others' })}
            does={projectsToReview.total === 1 ? 'Look at it' : 'Look at them'}
          >
            {projectsToReview.total === 1 ? '1 project waits' : `${projectsToReview.total} projects wait`} for your
            review
            <span className="meta block truncate">
              {projectsToReview.items.map(project => `${project.title} (${project.authorName})`).join(' · ')}
            </span>
          </ActionItem>
        )}
        {comments.pending > 0 && (
          <ActionItem
            to={withQuery(dashboardPaths.comments, { state: 'pending' })}
            does={comments.pending === 1 ? 'Read it' : 'Read them'}
          >
            {comments.pending === 1 ? '1 comment waits' : `${comments.pending} comments wait`} for your approval
            <span className="meta block">Nobody but its writer sees it until then.</span>
          </ActionItem>
        )}
        {comments.reported > 0 && (
          <ActionItem to={withQuery(dashboardPaths.comments, { state: 'reported' })} does="Look at them">
            {comments.reported === 1 ? '1 comment was' : `${comments.reported} comments were`} reported by readers
          </ActionItem>
        )}
        {testimonials.length > 0 && (
          <ActionItem to={dashboardPaths.testimonials} does={testimonials.length === 1 ? 'Read it' : 'Read them'}>
            {testimonials.length === 1
              ? '1 client’s testimonial waits'
              : `${testimonials.length} clients’ testimonials wait`}{' '}
            for your approval
            <span className="meta block truncate">{testimonials.map(({ name }) => name).join(' · ')}</span>
          </ActionItem>
        )}
        <NewsletterTasks {...newsletters} />
        <DamagedFilesTask {...damaged} />
        <MailTasks failed={failed} waiting={today.waitingMails} delivery={delivery} fails={mailFails} />
      </ul>
    </DashboardSection>
  );
}

/** Links to the orders waiting for the user. */
function OrdersActionItem({ orders: { total, items }, to }: { orders: DashboardData['orders']; to: string }) {
  if (total === 0) return null;
  const [first] = items;
  return (
    <ActionItem
      to={total === 1 && first ? dashboardPaths.order(first.number) : to}
      does={total === 1 ? 'See it' : 'See them'}
    >
      {total === 1 ? 'It is your turn in 1 order' : `It is your turn in ${total} orders`}
      <span className="meta block truncate">
        {items.map(order => `${order.number} ${order.title} (${orderStatusLabels[order.status]})`).join(' · ')}
      </span>
    </ActionItem>
  );
}

interface YoursProps {
  profile: { role: 'member' | 'author' | 'owner'; avatar: object | null };
  orders: DashboardData['orders'];
  inReview: DashboardData['inReview'];
}

/** Lists what is waiting for others, and what a member can do. */
function MemberActionItems({ profile: { role, avatar }, orders, inReview }: YoursProps) {
  return (
    <DashboardSection title="Yours">
      <ul>
        <OrdersActionItem orders={orders} to={withQuery(dashboardPaths.orders, { stage: 'waiting_on_client' })} />
        {inReview.total > 0 && (
          <ActionItem to={withQuery(dashboardPaths.myBlogs, { status: 'in_review' })} does="See them">
            {inReview.total === 1 ? '1 post of yours waits' : `${inReview.total} posts of yours wait`} for the owner
            <span className="meta block truncate">{inReview.items.map(post => post.title).join(' · ')}</span>
          </ActionItem>
        )}
        {avatar === null && (
          <ActionItem to={dashboardPaths.updateProfile} does="Add one">
            Your profile has no picture yet
            <span className="meta block">People see it beside what you write.</span>
          </ActionItem>
        )}
        <ActionItem to={dashboardPaths.addBlog} does="Write a post">
          {role === 'author' ? 'You are an author here: you may publish without review' : 'You are a member here'}
          <span className="meta block">
            {role === 'author' ? 'What you publish is out at once.' : 'The owner publishes what you submit.'}
          </span>
        </ActionItem>
      </ul>
    </DashboardSection>
  );
}
