/** A locale every machine of the platform has; on macOS the server refuses to run under C without one. */
export const PLATFORM_LOCALE = process.platform === 'darwin' ? 'en_US.UTF-8' : 'C.UTF-8';

/** Only this reaches PostgreSQL, so that a person's own PGDATA, PGPORT or LC_ALL changes nothing. */
export const serverEnvironment = { PATH: process.env.PATH ?? '/usr/bin:/bin', LC_ALL: PLATFORM_LOCALE, TZ: 'UTC' };
