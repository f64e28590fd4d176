// The public API of this feature on the server.
export { assertPasswordAllowed } from './password/actions/policy-check.ts';
export {
  deleteUser,
  findPasswordCredential,
  findUserForUpdate,
  updateUser,
  updateUserAvatar,
  updateUserEmail,
} from './queries.ts';
export { findOwner, findUserByEmail, getUser, upsertPasswordHash } from './queries.ts';
export { createOwnerSetupToken } from './registration/actions/owner-setup.ts';
export { REGISTRATION_EMAIL_LIMIT } from './registration/actions/registration.ts';
export { deleteRegistrationsByEmail } from './registration/queries.ts';
export {
  hasRecentAuthentication,
  requirePasswordOrRecentAuthentication,
  requireRecentAuthentication,
} from './sessions/actions/reauthentication.ts';
export { authenticateRequest, clearSessionCookie, SESSION_COOKIE } from './sessions/actions/sessions.ts';
export { deleteSession, deleteUserSessions, listSessions } from './sessions/queries.ts';
export { accounts, sessions, users } from './tables.ts';
export { hasTwoFactorOrPasskey } from './two-factor/queries.ts';
