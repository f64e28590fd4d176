import type { ReactNode } from 'react';
import type { Profile } from '../contract.ts';
import { ProfileSection } from './ProfileSection.tsx';

interface SignInSectionProps {
  profile: Profile;
  /** Further ways to sign in, each with what can be done about it. */
  children?: ReactNode;
}

/** By what somebody can sign in. */
export function SignInSection({ profile, children }: SignInSectionProps) {
  return (
    <ProfileSection
      id="sign-in"
      title="Ways to sign in"
      intro="Have two of them, so that losing one does not lock you out."
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 border-y border-rule py-4">
        <div>
          <h3 className="text-h4">Password</h3>
          <p className="text-small text-ink-soft">{profile.hasPassword ? `With ${profile.email}` : 'Not set'}</p>
        </div>
        <a className="button" href="#password">
          {profile.hasPassword ? 'Change password' : 'Set a password'}
        </a>
      </div>
      {children}
    </ProfileSection>
  );
}
