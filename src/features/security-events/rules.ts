import type { SecurityEventType } from './contract.ts';

/** Labels of the events for the owner. */
export const eventLabels: Readonly<Record<SecurityEventType, string>> = {
  owner_created: 'Became the owner',
  registration_requested: 'Asked for an account',
  email_verified: 'Confirmed the address',
  signed_in: 'Signed in',
  sign_in_failed: 'Was refused at sign-in',
  sign_in_rate_limited: 'Was held off after too many tries',
  signed_out: 'Signed out',
  sessions_revoked: 'Was signed out elsewhere',
  password_reset_requested: 'Asked for a code to reset the password',
  code_rejected: 'Typed a wrong or old code',
  password_reset: 'Set a new password by code',
  password_changed: 'Changed the password',
  email_change_requested: 'Asked to change the address',
  email_changed: 'Changed the address',
  sign_in_method_added: 'Added a way to sign in',
  sign_in_method_removed: 'Removed a way to sign in',
  recovery_code_used: 'Signed in with a recovery code',
  role_changed: 'Was given another role',
  account_disabled: 'Was disabled',
  account_enabled: 'Was enabled again',
  data_exported: 'Took a copy of their data',
  account_deleted: 'Deleted the account',
};
