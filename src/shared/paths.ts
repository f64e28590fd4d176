/** All paths of the site (specification, point 2). */
export const paths = {
  home: '/',
  about: '/about',
  projects: '/projects',
  project: (id: string) => `/projects/${encodeURIComponent(id)}`,
  pricing: '/pricing',
  customPlan: '/pricing/custom',
  consultation: '/pricing/consultation',
  blogs: '/blogs',
  /** The canonical path of a post; `/blogs/{id}` redirects to it. */
  post: (slug: string) => `/blog/${encodeURIComponent(slug)}`,
  /** An unpublished post by its preview token. */
  preview: (token: string) => `/preview/${encodeURIComponent(token)}`,
  contact: '/contact',
  search: '/search',
  newsletter: '/newsletter',
  /** The checkout form of an offer. */
  checkout: (kind: string, id: string) => `/order/${kind}/${encodeURIComponent(id)}`,
  /** An unpublished project by its preview token. */
  projectPreview: (token: string) => `/preview/project/${encodeURIComponent(token)}`,
  /** Likes and comments without JavaScript. */
  noScriptComment: (kind: 'post' | 'project', id: number | string) => `/take-part/${kind}/${encodeURIComponent(id)}`,
  privacyPolicy: '/privacy-policy',
  termsConditions: '/terms-conditions',
  apiReference: '/api/reference',
  login: '/login',
  twoFactor: '/login/second-step',
  register: '/register',
  /** Where social login starts, and where the provider redirects back to. */
  socialLogin: (provider: string) => `/sign-in/${provider}`,
  socialLoginCallback: (provider: string) => `/sign-in/${provider}/callback`,
  confirmEmail: (token: string) => `/confirm-address/${encodeURIComponent(token)}`,
  confirmEmailChange: (token: string) => `/confirm-new-address/${encodeURIComponent(token)}`,
  forgetPassword: '/forget-password',
  otp: '/otp',
  resetPassword: '/reset-password',
  dashboard: '/dashboard',
  signInLink: (token: string) => `/sign-in-link/${encodeURIComponent(token)}`,
  setup: (token: string) => `/set-up/${encodeURIComponent(token)}`,
  /** The image of a page for social media. */
  socialCard: (kind: 'page' | 'post' | 'project', id: string) => `/social/${kind}/${encodeURIComponent(id)}.png`,
  rss: '/rss.xml',
  atom: '/atom.xml',
  jsonFeed: '/feed.json',
  openapi: '/api/v1/openapi.json',
} as const;

/** Returns whether a path is the dashboard or below it. */
export function isDashboardPath(path: string): boolean {
  return path === paths.dashboard || path.startsWith(`${paths.dashboard}/`);
}

/** Files that browsers and crawlers request by name. Separate from `paths` to keep them out of the browser's bundle. */
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

export const API_PREFIX = '/api/v1';

/** Maximum number of queries in one HTTP request (the batch plugins of oRPC). */
export const MAX_BATCH_SIZE = 30;

/** Available widths of images, in pixels. */
export const pictureWidths = [480, 640, 800, 1200, 1600] as const;

/** Returns the path of one file of an image. */
export function pictureFile(id: string, width: number, format: 'avif' | 'webp'): string {
  return `/media/pictures/${id}-${width}.${format}`;
}

/** Returns the widths in which an image of this width is used, ascending: those up to its own, at least the smallest. */
export function listPictureWidths(width: number): number[] {
  return pictureWidths.filter((size, index) => index === 0 || size <= width);
}

/** Returns the `srcset` of an image of this width. */
export function pictureSrcSet(id: string, width: number, format: 'avif' | 'webp'): string {
  return listPictureWidths(width)
    .map(size => `${pictureFile(id, size, format)} ${size}w`)
    .join(', ');
}

/** Returns the path of an image in the size of a social card. */
export function pictureCard(id: string): string {
  return `/media/pictures/${id}-card.jpg`;
}

/** Returns the path of an image for emails. */
export function pictureInMail(id: string, format: 'jpg' | 'png'): string {
  return `/media/pictures/${id}-mail.${format}`;
}

/** Returns the path of a part of the sitemap; `number` starts at 1. */
export function sitemapFile(part: 'pages' | 'posts' | 'projects', number: number): string {
  return `/sitemap-${part}-${number}.xml`;
}

/** Matches the path of an image's file in a text. The first group is the image's id. */
export const pictureUrlPattern = /\/media\/pictures\/([0-9a-f]{16})-/;

/** Returns the path of a file, which is downloaded and never displayed. */
export function mediaFilePath(id: string): string {
  return `/media/documents/${id}`;
}

/** Returns the id of the image at a path, or undefined unless it is one of the site's images. */
export function pictureIdOf(path: string): string | undefined {
  return /^\/media\/pictures\/([0-9a-f]{16})-\d+\.(?:avif|webp)$/.exec(path)?.[1];
}

/** Returns the path of a list page with its filters. Empty values and page 1 are omitted, so one state has one URL. */
export function withQuery(path: string, query: Record<string, string | number | undefined>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== '' && !(key === 'page' && value === 1)) search.set(key, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** Returns a path or URL with its letters decoded, or undefined if they aren't valid UTF-8. */
export function decodePath(path: string): string | undefined {
  try {
    return decodeURI(path);
  } catch {
    return undefined;
  }
}
