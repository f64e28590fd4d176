import { type SQL, sql } from 'drizzle-orm';
import { type OrderEventRecord, formatOrderEvent } from '#features/orders/index.ts';
import type { PublishingTransition } from '#features/publishing/contract/status.ts';
import type { SecurityEventType } from '#features/security-events/contract/event-labels.ts';
import type { AuthenticatedActor } from '#platform/api/context.ts';
import type { Db } from '#platform/database/database.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { paths, withQuery } from '#shared/paths.ts';
import type { Activity } from './contract/index.ts';
import { ACTIVITY_LIMIT, notableEvents } from './rules.ts';

interface Row extends Record<string, unknown> {
  readonly kind: Activity['kind'];
  readonly at: Date | string;
  /** The transition or event, the order's event, or the comment's state. */
  readonly what: string;
  readonly who: string | null;
  readonly actor_id: string | null;
  readonly post_id: number | null;
  readonly project_id: string | null;
  readonly address: string | null;
  readonly title: string | null;
  readonly order: (Pick<OrderEventRecord, 'transition' | 'details'> & { readonly number: number }) | null;
}

/**
 * Lists recent activity, newest first: all of it for the owner, and that on their own posts, projects, orders and
 * account for others. Each kind is queried only for its newest rows.
 */
export async function listActivity(db: Db, viewer: AuthenticatedActor): Promise<Activity[]> {
  const isOwner = viewer.role === 'owner';
  const parts = [
    transitionsSql(viewer),
    commentsSql(viewer, isOwner),
    ordersSql(viewer, isOwner),
    eventsSql(viewer, isOwner),
  ];
  if (isOwner) parts.push(usersSql());
  const { rows } = await db.execute<Row>(sql`
    select * from (${sql.join(
      parts.map(part => sql`(${part})`),
      sql` union all `,
    )}) as activity
    order by at desc limit ${ACTIVITY_LIMIT}`);
  return rows.map(row => toActivity(row, viewer));
}

/** Returns the condition for rows about texts that the viewer may see: all for the owner, their own for others. */
function visibleRows(table: 'publishing_transitions' | 'comments', { role, userId }: AuthenticatedActor): SQL {
  const rows = sql.identifier(table);
  if (role === 'owner') return sql`${rows}`;
  return sql`(
    select ${rows}.* from blog_authors join posts on posts.author_id = blog_authors.id
      join ${rows} on ${rows}.post_id = posts.id where blog_authors.user_id = ${userId}
    union all
    select ${rows}.* from projects join ${rows} on ${rows}.project_id = projects.id
      where projects.author_id = ${userId})`;
}

/** Joins the post or project with its current title; skips deleted ones. */
const joinContentSql = (row: SQL): SQL => sql`
  left join posts p on p.id = ${row}.post_id and p.deleted_at is null
  left join projects j on j.id = ${row}.project_id and j.deleted_at is null`;
const textTitle = sql`coalesce(p.unpublished_changes ->> 'title', p.title, j.unpublished_changes ->> 'title', j.title)`;
const hasContent = sql`(p.id is not null or j.id is not null)`;

function transitionsSql(viewer: AuthenticatedActor): SQL {
  return sql`
    select 'content_transition' as kind, m.created_at as at, m.transition as what, u.name as who, m.actor_id, m.post_id, m.project_id,
      null::text as address, ${textTitle} as title, null::jsonb as "order"
    from ${visibleRows('publishing_transitions', viewer)} m ${joinContentSql(sql`m`)} left join users u on u.id = m.actor_id
    where ${hasContent}
    order by m.created_at desc, m.id desc limit ${ACTIVITY_LIMIT}`;
}

/** Comments by others: held ones only for the owner, and no removed ones. */
function commentsSql(viewer: AuthenticatedActor, isOwner: boolean): SQL {
  const states = isOwner ? sql`c.state in ('pending', 'published')` : sql`c.state = 'published'`;
  return sql`
    select 'comment', c.created_at, c.state, coalesce(u.name, c.author_name), c.author_id, c.post_id, c.project_id,
      p.slug, ${textTitle}, null::jsonb
    from ${visibleRows('comments', viewer)} c ${joinContentSql(sql`c`)} left join users u on u.id = c.author_id
    where ${hasContent} and ${states} and not c.is_sample and c.author_id is distinct from ${viewer.userId}
    order by c.id desc limit ${ACTIVITY_LIMIT}`;
}

function ordersSql(viewer: AuthenticatedActor, isOwner: boolean): SQL {
  const ofOwnOrders = sql`(select * from orders where client_id = ${viewer.userId}) o cross join lateral
    (select * from order_events where order_id = o.id order by id desc limit ${ACTIVITY_LIMIT}) e`;
  return sql`
    select 'order', e.occurred_at, e.type, o.client_name, e.actor_id, null::integer, null::text, null::text, o.title,
      jsonb_build_object('number', o.id, 'transition', e.transition, 'details', e.details)
    from ${isOwner ? sql`order_events e join orders o on o.id = e.order_id` : ofOwnOrders}
    order by e.id desc limit ${ACTIVITY_LIMIT}`;
}

function usersSql(): SQL {
  return sql`
    select 'user_registered', created_at, '', name, id, null::integer, null::text, null::text, null::text, null::jsonb
    from users where role <> 'owner' order by created_at desc limit ${ACTIVITY_LIMIT}`;
}

function eventsSql(viewer: AuthenticatedActor, isOwner: boolean): SQL {
  const notable = sql`type = any(${sql.param([...notableEvents])}::text[])`;
  return sql`
    select 'security', occurred_at, type, email::text, user_id, null::integer, null::text, null::text, null::text,
      null::jsonb
    from security_events where ${notable} and ${isOwner ? sql`true` : sql`user_id = ${viewer.userId}`}
    order by occurred_at desc, id desc limit ${ACTIVITY_LIMIT}`;
}

function toActivity(row: Row, { userId, role }: AuthenticatedActor): Activity {
  const occurredAt = new Date(row.at).toISOString();
  const { kind, what, who, post_id: postId } = row;
  const projectId = row.project_id ?? '';
  const title = row.title ?? '';
  const text = { occurredAt, actorName: who, contentType: postId === null ? 'project' : 'post', title } as const;
  switch (kind) {
    case 'content_transition': {
      const path = postId === null ? dashboardPaths.updateProject(projectId) : dashboardPaths.updateBlog(postId);
      return { kind, ...text, transition: what as PublishingTransition, isOwnAction: row.actor_id === userId, path };
    }
    case 'comment': {
      const isHeld = what === 'pending';
      const page = postId === null ? paths.project(projectId) : paths.post(row.address ?? '');
      const path = isHeld ? withQuery(dashboardPaths.comments, { state: 'pending' }) : `${page}#comments`;
      return { kind, ...text, isHeld, path };
    }
    case 'order': {
      if (!row.order) throw new Error('An order event has no order.');
      const { number, transition, details } = row.order;
      const actorName = role === 'owner' ? who : null;
      const message = formatOrderEvent({ type: what as OrderEventRecord['type'], transition, details });
      return { kind, occurredAt, actorName, number, title, message, path: dashboardPaths.order(number) };
    }
    case 'user_registered': {
      const actorName = who ?? '';
      return { kind, occurredAt, actorName, path: withQuery(dashboardPaths.allUsers, { search: actorName }) };
    }
    default: {
      const email = row.actor_id === userId ? null : who;
      const path = role === 'owner' ? dashboardPaths.securityLog : dashboardPaths.updateProfile;
      return { kind, occurredAt, event: what as SecurityEventType, email, path };
    }
  }
}
