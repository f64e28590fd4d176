/** Actions of the profile page's forms (field `intent`), with the form's section and the success message. */
export const profileActions = {
  name: { section: 'name', message: 'Saved.' },
  picture: { section: 'name', message: 'Your picture is saved.' },
  'remove-picture': { section: 'name', message: 'Your picture is removed.' },
  email: { section: 'email', message: 'Look into the inbox of the new address: we have sent a link there.' },
  'cancel-email': { section: 'email', message: 'Your address stays as it is.' },
  password: { section: 'password', message: 'Your password is saved. You were signed out everywhere else.' },
  'sign-out-device': { section: 'devices', message: 'Signed out there.' },
  'sign-out-others': { section: 'devices', message: 'Signed out on all other devices.' },
  'sign-out-everywhere': { section: 'devices', message: 'Signed out everywhere.' },
  'delete-account': { section: 'delete', message: 'Your account is deleted.' },
} as const;
export type ProfileAction = keyof typeof profileActions;

export function isProfileAction(text: string | null | undefined): text is ProfileAction {
  return typeof text === 'string' && Object.hasOwn(profileActions, text);
}
