import type { ReactNode } from 'react';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { type ProfileAction, successMessages } from '../rules/form-actions.ts';

interface ProfileSectionProps {
  id: string;
  title: string;
  intro: ReactNode;
  /** The last action, from the URL after a submission without script; shown if it belongs to this section. */
  saved?: ProfileAction | undefined;
  children: ReactNode;
}

/** Renders a section of the profile with the result of its last action. */
export function ProfileSection({ id, title, intro, saved, children }: ProfileSectionProps) {
  return (
    <SettingsSection id={id} title={title} description={intro}>
      {saved && (
        <output className="mb-6 block border-l-2 border-accent pl-4 text-small">{successMessages[saved]}</output>
      )}
      {children}
    </SettingsSection>
  );
}
