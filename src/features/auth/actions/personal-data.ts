import type { PersonalDataProvider } from '#platform/api/personal-data.ts';
import { toDate } from '#platform/database/dates.ts';
import { listPasskeys } from '../passkeys/queries.ts';
import { deleteRegistrationsByEmail } from '../registration/queries.ts';
import { listSessions } from '../sessions/queries.ts';
import { listSignInMethods, getUser } from '../queries.ts';

export const userPersonalData: PersonalDataProvider = {
  name: 'profile',
  export: (db, { userId }) => getUser(db, userId),
  erase: (tx, { email }) => deleteRegistrationsByEmail(tx, email),
};

/** Exports sign-in methods without their secrets. */
export const signInMethodsPersonalData: PersonalDataProvider = {
  name: 'signInMethods',
  export: (db, { userId }) => listSignInMethods(db, userId),
};

export const passkeysPersonalData: PersonalDataProvider = {
  name: 'passkeys',
  export: (db, { userId }) => listPasskeys(db, userId),
};

export const sessionsPersonalData: PersonalDataProvider = {
  name: 'sessions',
  async export(db, { userId }, { now }) {
    const sessions = await listSessions(db, userId, toDate(now()));
    return sessions.map(({ signInMethod, ip, userAgent, createdAt, lastActiveAt, expiresAt }) => {
      return { method: signInMethod, ip, userAgent, createdAt, lastActiveAt, expiresAt };
    });
  },
};
