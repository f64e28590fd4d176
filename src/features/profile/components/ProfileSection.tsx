import type { ReactNode } from 'react';
import { SettingsSection } from '#ui/SettingsSection.tsx';
import { type ProfileAction, successMessages } from '../rules/form-actions.ts';

interface ProfileSectionProps {
  id: string;
  title: string;
  intro: ReactNode;
  /** What was done last, as the address says after a form was sent without script, and whether this part did it. */
  saved?: ProfileAction | undefined;
  children: ReactNode;
}

/** A part of the profile, which tells what was done in it last. */
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
