/** Actions of the profile page's forms (field `intent`), with their success messages. */
export const successMessages = {
  name: 'Saved.',
  picture: 'Your picture is saved.',
  'remove-picture': 'Your picture is removed.',
  email: 'Look into the inbox of the new address: we have sent a link there.',
  'cancel-email': 'Your address stays as it is.',
  password: 'Your password is saved. You were signed out everywhere else.',
  'sign-out-device': 'Signed out there.',
  'sign-out-others': 'Signed out on all other devices.',
  'sign-out-everywhere': 'Signed out everywhere.',
  'delete-account': 'Your account is deleted.',
} as const;
export type ProfileAction = keyof typeof successMessages;

/** Page section of each action's form. */
export const actionSections: Readonly<Record<ProfileAction, string>> = {
  name: 'name',
  picture: 'name',
  'remove-picture': 'name',
  email: 'email',
  'cancel-email': 'email',
  password: 'password',
  'sign-out-device': 'devices',
  'sign-out-others': 'devices',
  'sign-out-everywhere': 'devices',
  'delete-account': 'delete',
};

export function isProfileAction(text: string | null | undefined): text is ProfileAction {
  return typeof text === 'string' && Object.hasOwn(successMessages, text);
}
