/** Newsletter paths used in emails. Separate from `paths` to keep them out of readers' bundles. */
export const newsletterPaths = {
  confirm: (token: string) => `/newsletter/confirm/${encodeURIComponent(token)}`,
  preferences: (key: string) => `/newsletter/preferences/${encodeURIComponent(key)}`,
  /** Takes the POST of an email program. Opened in a browser, it leads to the preferences. */
  oneClickUnsubscribe: (key: string) => `/newsletter/unsubscribe/${encodeURIComponent(key)}`,
  /** Redirects to a page of this site and counts the click. */
  trackedLink: (issue: number, seal: string, path: string) =>
    `/newsletter/read/${issue}/${seal}?to=${encodeURIComponent(path)}`,
  /** An invisible image whose loading is counted. */
  openPixel: (issue: number, seal: string) => `/newsletter/opened/${issue}/${seal}.gif`,
} as const;
