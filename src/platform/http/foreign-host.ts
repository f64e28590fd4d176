import type { Log } from '../log.ts';

/** Returns whether a `Host` header names this machine: localhost, 127.0.0.0/8 or ::1, with or without a port. */
export function isLoopbackHost(host: string | undefined): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host ?? '');
}

/** Notices requests for a foreign host on a site that is configured as local. Does nothing unless `active`. */
export function watchForeignHosts(log: Log, active: boolean) {
  let seen = false;
  return {
    /** Whether a request with a foreign `Host` has arrived since the start. */
    get seen() {
      return seen;
    },
    /** Checks a request. The first foreign host is logged as a warning. */
    check(host: string | undefined): void {
      if (!active || seen || host === undefined || isLoopbackHost(host)) return;
      seen = true;
      log.warn(
        { host: host.slice(0, 255) },
        'Received a request for another host, but SITE_URL is not set. Set it to the address that visitors use, such as SITE_URL=https://example.org, and restart.',
      );
    },
  };
}
export type ForeignHostWatch = ReturnType<typeof watchForeignHosts>;
