/** One page of each public kind. */
export const publicPages = [
  { name: 'home', path: '/', status: 200 },
  { name: 'about', path: '/about', status: 200 },
  { name: 'projects', path: '/projects', status: 200 },
  { name: 'a project', path: '/projects/harbor', status: 200 },
  { name: 'pricing', path: '/pricing', status: 200 },
  { name: 'blogs', path: '/blogs', status: 200 },
  { name: 'a post', path: '/blog/caching-html-on-one-server', status: 200 },
  { name: 'privacy policy', path: '/privacy-policy', status: 200 },
  { name: 'terms', path: '/terms-conditions', status: 200 },
  { name: 'search', path: '/search?q=typescirpt', status: 200 },
  { name: 'api reference', path: '/api/reference', status: 200 },
  { name: 'an unknown address', path: '/no-such-page', status: 404 },
] as const;

/** The navigation items in order (specification, point 2). */
export const navigationItems = [
  ['Home', '/'],
  ['About Me', '/about'],
  ['Projects', '/projects'],
  ['Pricing', '/pricing'],
  ['Blogs', '/blogs'],
  ['Contact', '/contact'],
] as const;

/** Pages with forms for signing in and writing, which hydrate immediately. */
export const formPages = [
  { name: 'contact', path: '/contact', status: 200 },
  { name: 'login', path: '/login', status: 200 },
  { name: 'register', path: '/register', status: 200 },
  { name: 'forgotten password', path: '/forget-password', status: 200 },
] as const;
