/** Addresses of the newsletter that mails lead to; apart from `paths` so that they stay out of what readers load. */
export const newsletterPaths = {
  confirm: (token: string) => `/newsletter/confirm/${encodeURIComponent(token)}`,
  preferences: (key: string) => `/newsletter/preferences/${encodeURIComponent(key)}`,
  /** Takes the POST of a mail program; whoever opens it comes to the preferences. */
  oneClickUnsubscribe: (key: string) => `/newsletter/unsubscribe/${encodeURIComponent(key)}`,
  /** A page of this site, by way of a count. */
  trackedLink: (issue: number, seal: string, path: string) =>
    `/newsletter/read/${issue}/${seal}?to=${encodeURIComponent(path)}`,
  /** A picture that nobody sees, whose loading is counted. */
  openPixel: (issue: number, seal: string) => `/newsletter/opened/${issue}/${seal}.gif`,
} as const;
