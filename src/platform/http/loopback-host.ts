/** Returns whether a `Host` header names this machine: localhost, 127.0.0.0/8 or ::1, with or without a port. */
export function isLoopbackHost(host: string | undefined): boolean {
  return /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d{1,5})?$/i.test(host ?? '');
}
