import { type ReactNode, use } from 'react';
import { Link, useLoaderData } from 'react-router';
import { pageLoader } from '#platform/pages/loader.ts';
import { dashboardPaths } from '#shared/dashboard-paths.ts';
import { roleLabels } from '#shared/role-labels.ts';
import { LocalDateTime } from '#ui/DateTime.tsx';
import { siteMetaContext } from '#ui/PageMeta.tsx';
import { Avatar } from '../components/Avatar.tsx';

export const loader = pageLoader(({ api }) => api.profile.get());

const roleDescriptions = {
  member: 'You can place orders, follow your projects and submit drafts for review.',
  author: 'You can publish posts and projects without review.',
  owner: 'You can manage everything on this site.',
} as const;

export function Component() {
  const profile = useLoaderData<typeof loader>();
  const site = use(siteMetaContext);
  return (
    <div className="frame pt-8 pb-24 lg:pt-12">
      <title>{`My profile · ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <header className="grid items-end gap-x-12 gap-y-8 sm:grid-cols-[auto_1fr]">
        <Avatar name={profile.name} picture={profile.avatar} className="size-40 lg:size-56" />
        <div className="min-w-0">
          <p className="meta uppercase tracking-widest">My profile</p>
          <h1 className="mt-2 text-h1 break-words">{profile.name}</h1>
          <Link className="button mt-6" to={dashboardPaths.updateProfile}>
            Update profile
          </Link>
        </div>
      </header>
      <dl className="mt-12 border-b border-rule lg:mt-16">
        <ProfileField term="Email">
          <span className="break-all">{profile.email}</span>
          {profile.pendingEmailChange && (
            <span className="mt-1 block text-small text-ink-soft">
              Waiting for you to confirm <span className="break-all">{profile.pendingEmailChange.email}</span>. Link
              valid until <LocalDateTime instant={profile.pendingEmailChange.expiresAt} />.{' '}
              <Link className="link" to={`${dashboardPaths.updateProfile}#email`}>
                Change or cancel
              </Link>
            </span>
          )}
        </ProfileField>
        <ProfileField term="Role">
          {roleLabels[profile.role]}
          <span className="mt-1 block text-small text-ink-soft">{roleDescriptions[profile.role]}</span>
        </ProfileField>
        <ProfileField term="Member since">
          <LocalDateTime instant={profile.createdAt} isDateOnly />
        </ProfileField>
        <ProfileField term="Last sign-in">
          {profile.lastSignInAt ? <LocalDateTime instant={profile.lastSignInAt} /> : 'Never'}
          <span className="mt-1 block text-small">
            <Link className="link" to={`${dashboardPaths.updateProfile}#devices`}>
              See where you’re signed in
            </Link>
          </span>
        </ProfileField>
      </dl>
    </div>
  );
}

function ProfileField({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div className="grid gap-x-12 gap-y-1 border-t border-rule py-5 sm:grid-cols-[10rem_1fr] lg:grid-cols-[14rem_1fr]">
      <dt className="hint pt-1">{term}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
