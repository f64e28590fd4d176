import { use } from 'react';
import { useLoaderData } from 'react-router';
import { MoneySummarySection } from '#features/billing/browser.ts';
import { WeekSummaryCard } from '#features/insights/browser.ts';
import { UpcomingBookings } from '#features/bookings/browser.ts';
import { pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { totalText } from '#shared/lists.ts';
import { withQuery } from '#shared/paths.ts';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { ActionItem } from '#ui/ActionItem.tsx';
import { DashboardPage } from '#ui/DashboardPage.tsx';
import { DashboardSection } from '#ui/DashboardSection.tsx';
import { DraftList, LIST_LIMIT, ScheduledList } from '../components/OwnEntries.tsx';
import { loadOwnerDashboard, OrdersActionItem, OwnerActionItems } from '../components/OwnerActionItems.tsx';
import { RecentActivity } from '../components/RecentActivity.tsx';
import { SetupChecklist } from '../components/SetupChecklist.tsx';
import { AddressWarning, ClockWarning } from '../components/SiteWarnings.tsx';

/** Loads the data that depends on the role. */
async function loadRoleData(api: Api) {
  const profile = await api.profile.get();
  const isOwner = profile.role === 'owner';
  const [today, orders, inReview] = await Promise.all([
    isOwner ? loadOwnerDashboard(api) : undefined,
    // Orders waiting for this user.
    api.orders.listOrders({
      stage: isOwner ? 'waiting_on_owner' : 'waiting_on_client',
      pageSize: LIST_LIMIT,
      totals: 'omit',
    }),
    isOwner ? undefined : api.blog.listDrafts({ ...ownQuery, status: 'in_review' }),
  ]);
  return { profile, today, orders, inReview };
}

const ownQuery = { author: 'me', pageSize: LIST_LIMIT } as const;

export const loader = pageLoader(async ({ api }) => {
  const [roleData, recent, drafts, projectDrafts, scheduled, projectsScheduled] = await Promise.all([
    loadRoleData(api),
    api.dashboard.listActivity(),
    api.blog.listDrafts({ ...ownQuery, status: 'draft' }),
    api.projects.listDrafts({ ...ownQuery, status: 'draft' }),
    // Everyone's for the owner.
    api.blog.listDrafts({ status: 'scheduled', pageSize: LIST_LIMIT }),
    api.projects.listDrafts({ status: 'scheduled', pageSize: LIST_LIMIT }),
  ]);
  return {
    ...roleData,
    recent: recent.items,
    now: new Date().toISOString(),
    drafts: { posts: drafts, projects: projectDrafts },
    scheduled: { posts: scheduled, projects: projectsScheduled },
  };
});

type DashboardData = Awaited<ReturnType<typeof loader>>;

/** The dashboard's home page, with the items that need attention first. */
export function Component() {
  const { profile, today, orders, recent, now, inReview, drafts, scheduled } = useLoaderData<typeof loader>();
  const { timeZone } = use(siteMetaContext);
  const [firstName] = profile.name.split(' ');
  return (
    <DashboardPage
      title={today ? 'Today' : `Hello, ${firstName}`}
      intro={today ? undefined : 'Your orders, posts and projects in one place.'}
    >
      <div className="grid gap-y-12">
        {today?.setUp.isReachedElsewhere && <AddressWarning />}
        {today?.setUp.clockJump && <ClockWarning {...today.setUp.clockJump} />}
        {today ? (
          <OwnerActionItems today={today} orders={orders} />
        ) : (
          <MemberActionItems profile={profile} orders={orders} inReview={inReview} />
        )}
        {today && <SetupChecklist left={today.setUp.remainingSteps} total={today.setUp.total} />}
        {today && <UpcomingBookings {...today.calendar} />}
        {today && (
          <div className="grid gap-x-14 gap-y-12 empty:hidden xl:auto-cols-fr xl:grid-flow-col">
            <MoneySummarySection {...today.moneySummary} />
            <WeekSummaryCard week={today.week} />
          </div>
        )}
        <div className="grid items-start gap-x-14 gap-y-12 xl:grid-cols-2">
          <div className="grid gap-y-12">
            <DraftList {...drafts} />
            <ScheduledList {...scheduled} timeZone={timeZone} />
          </div>
          <RecentActivity
            items={recent}
            now={now}
            empty={
              today
                ? 'No activity yet. Orders, posts, comments and new accounts appear here.'
                : 'No activity yet. Updates to your orders, posts and projects appear here.'
            }
          />
        </div>
      </div>
    </DashboardPage>
  );
}

/** Lists a member's next steps, and their posts in review. */
function MemberActionItems({
  profile: { role, avatar },
  orders,
  inReview,
}: Pick<DashboardData, 'profile' | 'orders' | 'inReview'>) {
  return (
    <DashboardSection title="Next steps">
      <ul>
        <OrdersActionItem orders={orders} to={withQuery(dashboardPaths.orders, { stage: 'waiting_on_client' })} />
        {inReview && inReview.total > 0 && (
          <ActionItem to={withQuery(dashboardPaths.myBlogs, { status: 'in_review' })} action="View posts">
            {totalText(inReview.total, ['post', 'posts'])} in review
            <span className="hint block truncate">{inReview.items.map(post => post.title).join(' · ')}</span>
          </ActionItem>
        )}
        {avatar === null && (
          <ActionItem to={dashboardPaths.updateProfile} action="Add picture">
            Add a profile picture
            <span className="hint block">It appears next to your posts and comments.</span>
          </ActionItem>
        )}
        <ActionItem to={dashboardPaths.addBlog} action="Write a post">
          Share your own posts
          <span className="hint block">
            {role === 'author' ? 'You can publish without a review.' : 'The owner reviews and publishes them.'}
          </span>
        </ActionItem>
      </ul>
    </DashboardSection>
  );
}
