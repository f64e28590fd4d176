/** Every address of the site, in one place (specification, point 2). */
export const paths = {
  home: '/',
  about: '/about',
  projects: '/projects',
  project: (id: string) => `/projects/${encodeURIComponent(id)}`,
  pricing: '/pricing',
  customPlan: '/pricing/custom',
  consultation: '/pricing/consultation',
  blogs: '/blogs',
  /** The canonical address of a post; `/blogs/{id}` leads here. */
  post: (slug: string) => `/blog/${encodeURIComponent(slug)}`,
  /** A post that was shared before it is published. */
  preview: (token: string) => `/preview/${encodeURIComponent(token)}`,
  contact: '/contact',
  search: '/search',
  newsletter: '/newsletter',
  /** What is ordered, with the form to order it. */
  checkout: (kind: string, id: string) => `/order/${kind}/${encodeURIComponent(id)}`,
  /** The same of a project. */
  projectPreview: (token: string) => `/preview/project/${encodeURIComponent(token)}`,
  /** Where a reader likes and comments without script. */
  noScriptComment: (kind: 'post' | 'project', id: number | string) => `/take-part/${kind}/${encodeURIComponent(id)}`,
  privacyPolicy: '/privacy-policy',
  termsConditions: '/terms-conditions',
  apiReference: '/api/reference',
  login: '/login',
  twoFactor: '/login/second-step',
  register: '/register',
  /** Where a link or a popup leads that signs in by another site, and where that site sends people back to. */
  socialLogin: (provider: string) => `/sign-in/${provider}`,
  socialLoginCallback: (provider: string) => `/sign-in/${provider}/callback`,
  confirmEmail: (token: string) => `/confirm-address/${encodeURIComponent(token)}`,
  confirmEmailChange: (token: string) => `/confirm-new-address/${encodeURIComponent(token)}`,
  forgetPassword: '/forget-password',
  otp: '/otp',
  resetPassword: '/reset-password',
  dashboard: '/dashboard',
  setup: (token: string) => `/set-up/${encodeURIComponent(token)}`,
  /** The picture that stands for a page where it is shared. */
  socialCard: (kind: 'page' | 'post' | 'project', id: string) => `/social/${kind}/${encodeURIComponent(id)}.png`,
  rss: '/rss.xml',
  atom: '/atom.xml',
  jsonFeed: '/feed.json',
  openapi: '/api/v1/openapi.json',
} as const;

/** Whether a path is the dashboard's or below it. */
export function isDashboardPath(path: string): boolean {
  return path === paths.dashboard || path.startsWith(`${paths.dashboard}/`);
}

/** Files that browsers and crawlers ask for by name; apart from `paths` so that they stay out of the browser's bundle. */
export const filePaths = {
  sitemap: '/sitemap.xml',
  robots: '/robots.txt',
  llms: '/llms.txt',
  manifest: '/manifest.webmanifest',
  favicon: '/favicon.svg',
  faviconBitmap: '/favicon.ico',
  appleTouchIcon: '/apple-touch-icon.png',
  icon192: '/icon-192.png',
  icon512: '/icon-512.png',
  iconMaskable: '/icon-maskable.png',
} as const;

/** Where the API lives. */
export const API_PREFIX = '/api/v1';

/** The widths a picture can be had in, in pixels. */
export const pictureWidths = [480, 640, 800, 1200, 1600] as const;

/** The address of one file of a picture. */
export function pictureFile(id: string, width: number, format: 'avif' | 'webp'): string {
  return `/media/pictures/${id}-${width}.${format}`;
}

/** The address of a picture in the size of a social card. */
export function pictureCard(id: string): string {
  return `/media/pictures/${id}-card.jpg`;
}

/** The address of a picture in a mail. */
export function pictureInMail(id: string, format: 'jpg' | 'png'): string {
  return `/media/pictures/${id}-mail.${format}`;
}

/** A file of the sitemap, where it has several; `number` counts from 1. */
export function sitemapFile(part: 'pages' | 'posts' | 'projects', number: number): string {
  return `/sitemap-${part}-${number}.xml`;
}

/** How the address of a picture's file stands in a text; its first group is the picture's id. */
export const pictureAddress = /\/media\/pictures\/([0-9a-f]{16})-/;

/** The address of a document, which is downloaded and never shown. */
export function mediaFilePath(id: string): string {
  return `/media/documents/${id}`;
}

/** The id of the picture that an address shows a file of, if it is one of the site's own pictures. */
export function pictureIdOf(address: string): string | undefined {
  return /^\/media\/pictures\/([0-9a-f]{16})-\d+\.(?:avif|webp)$/.exec(address)?.[1];
}

/** The address of a list page with its filters: empty values are left out, so that one state has one address. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '' && !(key === 'page' && value === 1)) search.set(key, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}
