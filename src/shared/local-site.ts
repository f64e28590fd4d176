/** Returns whether a site's URL is this machine, so it is only being tried out. */
export function isLocalSite(siteUrl: string): boolean {
  return ['localhost', '127.0.0.1', '[::1]'].includes(new URL(siteUrl).hostname);
}
