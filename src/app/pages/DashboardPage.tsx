import { use } from 'react';
import { useLoaderData } from 'react-router';
import { WeekGlance } from '#features/insights/components/WeekSummaryCard.tsx';
import { TodayBookings } from '#features/bookings/components/TodayBookings.tsx';
import { MailTasks } from '#features/dashboard/components/MailTasks.tsx';
import { AddressWarning, ClockWarning } from '#features/dashboard/components/SiteWarnings.tsx';
import { ComingUp, Drafts, NEWEST } from '#features/dashboard/components/OwnEntries.tsx';
import { MoneyTasks } from '#features/dashboard/components/MoneyTasks.tsx';
import { OverviewPart } from '#features/dashboard/components/DashboardSection.tsx';
import { DamagedFilesTask } from '#features/dashboard/components/DamagedFilesTask.tsx';
import { NewsletterTasks } from '#features/newsletter/components/NewsletterTasks.tsx';
import { stateLabels } from '#features/orders/rules/phases.ts';
import { RecentActivity } from '#features/dashboard/components/RecentActivity.tsx';
import { SetUpList } from '#features/dashboard/components/SetupChecklist.tsx';
import { Task } from '#features/dashboard/components/ActionItem.tsx';
import { pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { WorkPage } from '#ui/DashboardPage.tsx';

export const loader = pageLoader(async ({ api }) => {
  const profile = await api.profiles.mine();
  const own = { whose: 'mine', pageSize: NEWEST } as const;
  const [today, orders, recent, inReview, drafts, projectDrafts, scheduled, projectsScheduled] = await Promise.all([
    profile.role === 'owner' ? ownersDay(api) : undefined,
    // Those in which it is their turn.
    api.orders.list({ phase: profile.role === 'owner' ? 'owner' : 'client', pageSize: NEWEST, totals: 'omit' }),
    api.overview.recent(),
    api.blog.mine({ ...own, status: 'in_review' }),
    api.blog.mine({ ...own, status: 'draft' }),
    api.projects.mine({ ...own, status: 'draft' }),
    // Of everybody for the owner.
    api.blog.mine({ status: 'scheduled', pageSize: NEWEST }),
    api.projects.mine({ status: 'scheduled', pageSize: NEWEST }),
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

/** Milliseconds after which a failing mail server is worth a warning. */
const AN_HOUR = 3_600_000;

async function ownersDay(api: Api) {
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
    api.overview.setUp(),
    api.overview.money(),
    api.contact.waiting(),
    api.insights.week(),
    api.blog.mine({ status: 'in_review', whose: 'others', pageSize: NEWEST }),
    api.projects.mine({ status: 'in_review', whose: 'others', pageSize: NEWEST }),
    api.comments.waiting(),
    api.orders.allTestimonials(),
    api.mail.list({ state: 'failed', pageSize: NEWEST }),
    api.mail.list({ state: 'waiting', pageSize: 1 }),
    api.mail.delivery(),
    api.calendar.today(),
    api.newsletter.issues({ state: 'paused', pageSize: NEWEST }),
    api.newsletter.issues({ state: 'scheduled', pageSize: NEWEST }),
    api.media.damaged(),
  ]);
  return {
    setUp,
    money: money.items,
    messages,
    week,
    toReview: { total: toReview.total, items: toReview.items },
    projectsToReview: { total: projectsToReview.total, items: projectsToReview.items },
    comments,
    testimonials: testimonials.items.filter(({ state }) => state === 'waiting'),
    failed: { total: failed.total, items: failed.items },
    calendar,
    newsletters: { paused: paused.items, scheduled: coming.items },
    damaged,
    delivery,
    waitingMails: waiting.total,
    mailFails: delivery.failingSince !== null && Date.parse(delivery.failingSince) <= Date.now() - AN_HOUR,
  };
}

type Day = Awaited<ReturnType<typeof loader>>;
type Today = NonNullable<Day['today']>;

/** Where the dashboard begins: what needs somebody today comes first. */
export function Component() {
  const { profile, today, orders, recent, now, inReview, drafts, scheduled } = useLoaderData<typeof loader>();
  const { timeZone } = use(siteMetaContext);
  const [firstName] = profile.name.split(' ');
  return (
    <WorkPage
      title={today ? 'Today' : `Hello, ${firstName}`}
      intro={today ? undefined : 'This is your part of the site: what is yours, and what you can do here.'}
    >
      <div className="grid gap-y-12">
        {today?.setUp.isReachedElsewhere && <AddressWarning />}
        {today?.setUp.clockJump && <ClockWarning {...today.setUp.clockJump} />}
        {today ? (
          <NeedsYou today={today} orders={orders} />
        ) : (
          <Yours profile={profile} orders={orders} inReview={inReview} />
        )}
        {today && <TodayBookings {...today.calendar} />}
        {today && <WeekGlance week={today.week} />}
        {today && <SetUpList left={today.setUp.left} total={today.setUp.total} />}
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
            <ComingUp {...scheduled} timeZone={timeZone} />
            <Drafts {...drafts} />
          </div>
        </div>
      </div>
    </WorkPage>
  );
}

/** What waits for the owner, or that nothing does. */
function NeedsYou({ today, orders }: { today: Today; orders: Day['orders'] }) {
  const { money, messages, toReview, projectsToReview, comments, testimonials, newsletters, damaged } = today;
  const { failed, delivery, mailFails } = today;
  const waiting = [
    money.length,
    orders.total,
    messages.waiting,
    toReview.total,
    projectsToReview.total,
    comments.held,
    comments.reported,
    testimonials.length,
    failed.total,
    mailFails || delivery.status === 'not_configured' ? today.waitingMails + Number(mailFails) : 0,
    newsletters.paused.length,
    damaged.total,
  ];
  const nothing = waiting.every(count => count === 0);
  return (
    <OverviewPart title="Needs you">
      {nothing && <p className="py-4 text-small text-ink-soft">Nothing needs your attention.</p>}
      <ul>
        <MoneyTasks tasks={money} />
        <OrdersTask orders={orders} to={withQuery(dashboardPaths.orders, { phase: 'owner' })} />
        {messages.waiting > 0 && (
          <Task
            to={withQuery(dashboardPaths.inbox, { state: 'new' })}
            does={messages.waiting === 1 ? 'Read it' : 'Read them'}
          >
            {messages.waiting === 1 ? '1 message waits' : `${messages.waiting} messages wait`} for your answer
            {messages.unread > 0 && `, ${messages.unread} of your inbox unread`}
            <span className="meta block truncate">{messages.names.join(' · ')}</span>
          </Task>
        )}
        {toReview.total > 0 && (
          <Task
            to={withQuery(dashboardPaths.myBlogs, { status: 'in_review', whose: 'others' })}
            does={toReview.total === 1 ? 'Read it' : 'Read them'}
          >
            {toReview.total === 1 ? '1 post waits' : `${toReview.total} posts wait`} for your review
            <span className="meta block truncate">
              {toReview.items.map(post => `${post.title} (${post.authorName})`).join(' · ')}
            </span>
          </Task>
        )}
        {projectsToReview.total > 0 && (
          <Task
            to={withQuery(dashboardPaths.myProjects, { status: 'in_review', whose: 'others' })}
            does={projectsToReview.total === 1 ? 'Look at it' : 'Look at them'}
          >
            {projectsToReview.total === 1 ? '1 project waits' : `${projectsToReview.total} projects wait`} for your
            review
            <span className="meta block truncate">
              {projectsToReview.items.map(project => `${project.title} (${project.authorName})`).join(' · ')}
            </span>
          </Task>
        )}
        {comments.held > 0 && (
          <Task
            to={withQuery(dashboardPaths.comments, { state: 'held' })}
            does={comments.held === 1 ? 'Read it' : 'Read them'}
          >
            {comments.held === 1 ? '1 comment waits' : `${comments.held} comments wait`} for your approval
            <span className="meta block">Nobody but its writer sees it until then.</span>
          </Task>
        )}
        {comments.reported > 0 && (
          <Task to={withQuery(dashboardPaths.comments, { state: 'reported' })} does="Look at them">
            {comments.reported === 1 ? '1 comment was' : `${comments.reported} comments were`} reported by readers
          </Task>
        )}
        {testimonials.length > 0 && (
          <Task to={dashboardPaths.testimonials} does={testimonials.length === 1 ? 'Read it' : 'Read them'}>
            {testimonials.length === 1
              ? '1 client’s testimonial waits'
              : `${testimonials.length} clients’ testimonials wait`}{' '}
            for your approval
            <span className="meta block truncate">{testimonials.map(({ name }) => name).join(' · ')}</span>
          </Task>
        )}
        <NewsletterTasks {...newsletters} />
        <DamagedFilesTask {...damaged} />
        <MailTasks failed={failed} waiting={today.waitingMails} delivery={delivery} fails={mailFails} />
      </ul>
    </OverviewPart>
  );
}

/** The orders in which it is somebody's turn. */
function OrdersTask({ orders: { total, items }, to }: { orders: Day['orders']; to: string }) {
  if (total === 0) return null;
  const [first] = items;
  return (
    <Task
      to={total === 1 && first ? dashboardPaths.order(first.number) : to}
      does={total === 1 ? 'See it' : 'See them'}
    >
      {total === 1 ? 'It is your turn in 1 order' : `It is your turn in ${total} orders`}
      <span className="meta block truncate">
        {items.map(order => `${order.number} ${order.title} (${stateLabels[order.state]})`).join(' · ')}
      </span>
    </Task>
  );
}

interface YoursProps {
  profile: { role: 'member' | 'author' | 'owner'; avatar: object | null };
  orders: Day['orders'];
  inReview: Day['inReview'];
}

/** What waits for others, and what a member can do here. */
function Yours({ profile: { role, avatar }, orders, inReview }: YoursProps) {
  return (
    <OverviewPart title="Yours">
      <ul>
        <OrdersTask orders={orders} to={withQuery(dashboardPaths.orders, { phase: 'client' })} />
        {inReview.total > 0 && (
          <Task to={withQuery(dashboardPaths.myBlogs, { status: 'in_review' })} does="See them">
            {inReview.total === 1 ? '1 post of yours waits' : `${inReview.total} posts of yours wait`} for the owner
            <span className="meta block truncate">{inReview.items.map(post => post.title).join(' · ')}</span>
          </Task>
        )}
        {avatar === null && (
          <Task to={dashboardPaths.updateProfile} does="Add one">
            Your profile has no picture yet
            <span className="meta block">People see it beside what you write.</span>
          </Task>
        )}
        <Task to={dashboardPaths.addBlog} does="Write a post">
          {role === 'author' ? 'You are an author here: you may publish without review' : 'You are a member here'}
          <span className="meta block">
            {role === 'author' ? 'What you publish is out at once.' : 'The owner publishes what you submit.'}
          </span>
        </Task>
      </ul>
    </OverviewPart>
  );
}
