/** A locale that every machine of the platform has. On macOS the server refuses to start under C without one. */
export const PLATFORM_LOCALE = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

/** PostgreSQL's entire environment, so the user's PGDATA, PGPORT or LC_ALL has no effect. */
export const serverEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: PLATFORM_LOCALE, TZ: 'UTC' };
