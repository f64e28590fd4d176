import type { SecurityEventType } from './contract.ts';

/** Labels of the events for the owner. */
export const eventLabels: Readonly<Record<SecurityEventType, string>> = {
  'owner-set-up': 'Became the owner',
  registered: 'Asked for an account',
  'address-confirmed': 'Confirmed the address',
  'signed-in': 'Signed in',
  'sign-in-refused': 'Was refused at sign-in',
  'sign-in-blocked': 'Was held off after too many tries',
  'signed-out': 'Signed out',
  'sessions-ended': 'Was signed out elsewhere',
  'reset-requested': 'Asked for a code to reset the password',
  'code-refused': 'Typed a wrong or old code',
  'password-reset': 'Set a new password by code',
  'password-changed': 'Changed the password',
  'address-change-requested': 'Asked to change the address',
  'address-changed': 'Changed the address',
  'method-added': 'Added a way to sign in',
  'method-removed': 'Removed a way to sign in',
  'recovery-code-used': 'Signed in with a recovery code',
  'role-changed': 'Was given another role',
  disabled: 'Was disabled',
  enabled: 'Was enabled again',
  'data-exported': 'Took a copy of their data',
  deleted: 'Deleted the account',
};
