import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { isProfileAction, profileActions } from '../rules/form-actions.ts';

interface ProfileSectionProps {
  id: string;
  title: string;
  intro: ReactNode;
  children: ReactNode;
}

/** Renders a section of the profile. After a submission without script, the URL names the action to confirm here. */
export function ProfileSection({ id, title, intro, children }: ProfileSectionProps) {
  const saved = useSearchParams()[0].get('saved');
  const action = isProfileAction(saved) ? profileActions[saved] : undefined;
  return (
    <SettingsSection id={id} title={title} description={intro}>
      {action?.section === id && (
        <output className="mb-6 block border-l-2 border-accent pl-4 text-small">{action.message}</output>
      )}
      {children}
    </SettingsSection>
  );
}
