import { ArrowRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLoaderData } from 'react-router';
import { eventWords } from '#features/security-events/rules.ts';
import { TwoStepUrge } from '#features/two-steps/components/TwoStepUrge.tsx';
import { pageLoader } from '#platform/pages/loader.ts';
import type { Api } from '#shared/api.ts';
import { ownerPaths } from '#shared/owner-paths.ts';
import { withQuery } from '#shared/paths.ts';
import { Moment } from '#ui/Moment.tsx';
import { PersonMark } from '#ui/PersonMark.tsx';
import { WorkPage } from '#ui/WorkPage.tsx';

/** How many of the newest are shown of each kind. */
const NEWEST = 5;

export const loader = pageLoader(async ({ api }) => {
  const profile = await api.profiles.mine();
  const [today, drafts, inReview] = await Promise.all([
    profile.role === 'owner' ? ownersDay(api) : undefined,
    api.blog.mine({ status: 'draft', whose: 'mine', pageSize: NEWEST }),
    api.blog.mine({ status: 'in_review', whose: 'mine', pageSize: NEWEST }),
  ]);
  return { profile, today, drafts, inReview };
});

async function ownersDay(api: Api) {
  const [toReview, projectsToReview, comments, failed, waiting, delivery, events, people, twoStep, passkeys] =
    await Promise.all([
      api.blog.mine({ status: 'in_review', whose: 'others', pageSize: NEWEST }),
      api.projects.mine({ status: 'in_review', whose: 'others', pageSize: NEWEST }),
      api.comments.waiting(),
      api.mail.list({ state: 'failed', pageSize: NEWEST }),
      api.mail.list({ state: 'waiting', pageSize: 1 }),
      api.mail.delivery(),
      api.securityEvents.list({ pageSize: NEWEST }),
      api.people.list({ sort: 'newest', pageSize: NEWEST }),
      api.twoSteps.status(),
      api.passkeys.list(),
    ]);
  return {
    guards: { since: twoStep.since, passkeys: passkeys.items.length },
    toReview: { total: toReview.total, items: toReview.items },
    projectsToReview: { total: projectsToReview.total, items: projectsToReview.items },
    comments,
    failed: { total: failed.total, items: failed.items },
    kept: delivery.goesOut ? 0 : waiting.total,
    events: events.items,
    people: { total: people.total, items: people.items },
  };
}

type Today = NonNullable<Awaited<ReturnType<typeof loader>>['today']>;
type DraftList = Awaited<ReturnType<typeof loader>>['drafts'];

/** Where the dashboard begins: what needs somebody today comes first. */
export function Component() {
  const { profile, today, drafts, inReview } = useLoaderData<typeof loader>();
  const [firstName] = profile.name.split(' ');
  return (
    <WorkPage
      title={today ? 'Today' : `Hello, ${firstName}`}
      intro={today ? undefined : 'This is your part of the site: what is yours, and what you can do here.'}
    >
      {today ? (
        <OwnersDay today={today} drafts={drafts} />
      ) : (
        <MembersDay profile={profile} drafts={drafts} inReview={inReview} />
      )}
    </WorkPage>
  );
}

function OwnersDay({ today, drafts }: { today: Today; drafts: DraftList }) {
  return (
    <>
      <TwoStepUrge {...today.guards} />
      <NeedsYou today={today} />
      <div className="mt-12 grid gap-x-12 gap-y-12 xl:grid-cols-2">
        <Drafts drafts={drafts} />
        <Part title="Newest people" to={ownerPaths.allUsers} all={`All ${today.people.total}`}>
          <ul>
            {today.people.items.map(person => (
              <li
                key={person.id}
                className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 border-t border-rule py-2.5 sm:grid-cols-[auto_minmax(0,1fr)_auto]"
              >
                <PersonMark name={person.name} picture={person.avatar} />
                <p className="leading-snug">
                  <span className="block truncate font-display text-small font-semibold">{person.name}</span>
                  <span className="meta block truncate">{person.email}</span>
                </p>
                <span className="col-start-2 sm:col-start-auto">
                  <Moment instant={person.createdAt} day />
                </span>
              </li>
            ))}
          </ul>
        </Part>
        <Part title="Latest security events" to={ownerPaths.securityLog} all="All events">
          <ul>
            {today.events.map(event => (
              <li
                key={event.id}
                className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-rule py-3 text-small"
              >
                <p className="min-w-0 leading-snug">
                  {eventWords[event.event]}
                  <span className="meta block truncate">{event.email}</span>
                </p>
                <Moment instant={event.at} />
              </li>
            ))}
          </ul>
        </Part>
      </div>
    </>
  );
}

/** What waits for the owner, or that nothing does. */
function NeedsYou({ today }: { today: Today }) {
  const { toReview, projectsToReview, comments, failed, kept } = today;
  const waiting = [toReview.total, projectsToReview.total, comments.held, comments.reported, failed.total, kept];
  const nothing = waiting.every(count => count === 0);
  return (
    <section aria-labelledby="needs-you" className="mt-8 border-t border-rule-strong pt-4">
      <h2 id="needs-you" className="text-h4">
        Needs you
      </h2>
      {nothing && <p className="mt-2 text-small text-ink-soft">Nothing waits for you. No mail has failed.</p>}
      <ul className="mt-2">
        {toReview.total > 0 && (
          <Task to={withQuery(ownerPaths.myBlogs, { status: 'in_review', whose: 'others' })} does="Read them">
            {toReview.total === 1 ? '1 post waits' : `${toReview.total} posts wait`} for your review
            <span className="meta block truncate">
              {toReview.items.map(post => `${post.title} (${post.authorName})`).join(' · ')}
            </span>
          </Task>
        )}
        {projectsToReview.total > 0 && (
          <Task to={withQuery(ownerPaths.myProjects, { status: 'in_review', whose: 'others' })} does="Look at them">
            {projectsToReview.total === 1 ? '1 project waits' : `${projectsToReview.total} projects wait`} for your
            review
            <span className="meta block truncate">
              {projectsToReview.items.map(project => `${project.title} (${project.authorName})`).join(' · ')}
            </span>
          </Task>
        )}
        {comments.held > 0 && (
          <Task to={withQuery(ownerPaths.comments, { state: 'held' })} does="Read them">
            {comments.held === 1 ? '1 comment waits' : `${comments.held} comments wait`} for your approval
            <span className="meta block">Nobody but its writer sees it until then.</span>
          </Task>
        )}
        {comments.reported > 0 && (
          <Task to={withQuery(ownerPaths.comments, { state: 'reported' })} does="Look at them">
            {comments.reported === 1 ? '1 comment was' : `${comments.reported} comments were`} reported by readers
          </Task>
        )}
        {failed.total > 0 && (
          <Task to={withQuery(ownerPaths.outbox, { state: 'failed' })} does="Look at them">
            {failed.total === 1 ? '1 mail' : `${failed.total} mails`} could not be delivered
            <span className="meta block truncate">
              {failed.items.map(mail => `${mail.subject} (${mail.to.address})`).join(' · ')}
            </span>
          </Task>
        )}
        {kept > 0 && (
          <Task to={withQuery(ownerPaths.outbox, { state: 'waiting' })} does="Open the outbox">
            {kept === 1 ? '1 mail is' : `${kept} mails are`} only kept here
            <span className="meta block">No mail server is set, so nothing goes out.</span>
          </Task>
        )}
      </ul>
    </section>
  );
}

function Task({ to, does, children }: { to: string; does: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-b border-rule py-3">
      <p className="min-w-0 flex-1 basis-72 text-small leading-snug">{children}</p>
      <Link className="button" to={to}>
        {does} <ArrowRight className="size-4" aria-hidden="true" />
      </Link>
    </li>
  );
}

function Part({ title, to, all, children }: { title: string; to: string; all: string; children: ReactNode }) {
  return (
    <section className="min-w-0">
      <div className="flex items-baseline justify-between gap-6">
        <h2 className="text-h4">{title}</h2>
        <Link className="meta inline-flex min-h-11 items-center hover:text-accent" to={to}>
          {all}
        </Link>
      </div>
      {children}
    </section>
  );
}

/** What somebody has begun to write. */
function Drafts({ drafts }: { drafts: DraftList }) {
  return (
    <Part title="Your drafts" to={ownerPaths.myBlogs} all={drafts.total > NEWEST ? `All ${drafts.total}` : 'All posts'}>
      <ul>
        {drafts.items.map(post => (
          <li
            key={post.id}
            className="flex flex-wrap items-baseline justify-between gap-x-6 border-t border-rule py-2.5 text-small"
          >
            <Link
              to={ownerPaths.updateBlog(post.id)}
              className="inline-flex min-h-11 min-w-0 items-center font-display font-semibold no-underline hover:text-accent"
            >
              {post.title || 'Untitled'}
            </Link>
            <Moment instant={post.changedAt} />
          </li>
        ))}
      </ul>
      {drafts.total === 0 && (
        <p className="border-t border-rule py-4 text-small text-ink-soft">
          Nothing is begun.{' '}
          <Link className="link" to={ownerPaths.addBlog}>
            Write a post
          </Link>
        </p>
      )}
    </Part>
  );
}

interface MembersDayProps {
  profile: { role: 'member' | 'author' | 'owner'; avatar: object | null };
  drafts: DraftList;
  inReview: DraftList;
}

function MembersDay({ profile: { role, avatar }, drafts, inReview }: MembersDayProps) {
  return (
    <>
      <section aria-labelledby="yours" className="mt-8 border-t border-rule-strong pt-4">
        <h2 id="yours" className="text-h4">
          Yours
        </h2>
        <ul className="mt-2">
          {inReview.total > 0 && (
            <Task to={withQuery(ownerPaths.myBlogs, { status: 'in_review' })} does="See them">
              {inReview.total === 1 ? '1 post of yours waits' : `${inReview.total} posts of yours wait`} for the owner
              <span className="meta block truncate">{inReview.items.map(post => post.title).join(' · ')}</span>
            </Task>
          )}
          {avatar === null && (
            <Task to={ownerPaths.updateProfile} does="Add one">
              Your profile has no picture yet
              <span className="meta block">People see it beside what you write.</span>
            </Task>
          )}
          <Task to={ownerPaths.addBlog} does="Write a post">
            {role === 'author' ? 'You are an author here: you may publish without review' : 'You are a member here'}
            <span className="meta block">
              {role === 'author' ? 'What you publish is out at once.' : 'The owner publishes what you submit.'}
            </span>
          </Task>
        </ul>
      </section>
      <div className="mt-12 max-w-[42rem]">
        <Drafts drafts={drafts} />
      </div>
    </>
  );
}
