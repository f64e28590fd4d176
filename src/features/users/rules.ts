import type { UserDetails } from './contract.ts';

/** Actions of the owner on users. */
export const userActionLabels = {
  make_author: 'Make author',
  make_member: 'Make member',
  disable: 'Disable',
  enable: 'Enable',
  revoke_sessions: 'Sign out everywhere',
} as const;
export type UserAction = keyof typeof userActionLabels;
export const userActions = Object.keys(userActionLabels) as UserAction[];

/** Parses the action of a form; undefined if unknown. */
export function parseUserAction(text: string | null | undefined): UserAction | undefined {
  return userActions.find(change => change === text);
}

/** Returns the actions available for a user. The owner's role and account can't change (domain, "Who may do what"). */
export function listAvailableActions(person: Pick<UserDetails, 'role' | 'disabledAt' | 'lastActiveAt'>): UserAction[] {
  const possible: Readonly<Record<UserAction, boolean>> = {
    make_author: person.role === 'member',
    make_member: person.role === 'author',
    disable: person.role !== 'owner' && !person.disabledAt,
    enable: person.disabledAt !== null,
    revoke_sessions: person.lastActiveAt !== null,
  };
  return userActions.filter(change => possible[change]);
}

/** Formats up to three names, or their number. */
export function formatNames(names: readonly string[]): string {
  if (names.length > 3) return `${names.length} users`;
  return new Intl.ListFormat('en-GB').format(names) || 'no users';
}

/** Returns the confirmation of an action with immediate effect; undefined if none is needed. */
export function getConfirmation(change: UserAction, names: readonly string[]) {
  const who = formatNames(names);
  if (change === 'disable') {
    const description =
      'They’ll be signed out everywhere, notified by email and unable to sign in. Nothing is deleted, and you can enable them again at any time.';
    return {
      title: `Disable ${who}?`,
      description,
      confirmLabel: names.length === 1 ? 'Disable account' : 'Disable accounts',
    };
  }
  if (change === 'revoke_sessions') {
    const text = 'They’ll have to sign in again on every device. If this includes you, this browser stays signed in.';
    return { title: `Sign out ${who} everywhere?`, description: text, confirmLabel: userActionLabels.revoke_sessions };
  }
  // One user's role is easy to revert; several users may have had different ones.
  if (names.length > 1 && change !== 'enable') {
    const role = change === 'make_author' ? 'authors' : 'members';
    const text = 'Authors publish without review. Members submit drafts for review.';
    return { title: `Make ${who} ${role}?`, description: text, confirmLabel: `Make ${role}`, isHarmless: true };
  }
  return undefined;
}

/** Results of actions, following one name or several. */
const resultPhrases: Readonly<Record<UserAction, readonly [one: string, several: string]>> = {
  make_author: ['is now an author', 'are now authors'],
  make_member: ['is now a member', 'are now members'],
  disable: ['is now disabled and signed out', 'are now disabled and signed out'],
  enable: ['is now enabled', 'are now enabled'],
  revoke_sessions: ['was signed out everywhere', 'were signed out everywhere'],
};

export function formatActionResult(change: UserAction, who: string, several: boolean): string {
  return `${who} ${resultPhrases[change][several ? 1 : 0]}.`;
}

/** Returns the action that reverts this one, if any. */
export function findUndoAction(change: UserAction, several: boolean): UserAction | undefined {
  if (change === 'disable') return 'enable';
  if (several) return undefined;
  if (change === 'make_author') return 'make_member';
  return change === 'make_member' ? 'make_author' : undefined;
}
