import type { ReaderPage } from '#platform/pages/page-definitions.ts';

export const sitePages: readonly ReaderPage[] = [
  {
    path: '/about',
    load: () => import('./pages/AboutPage.tsx'),
    tracked: { group: 'about' },
    sitemap: { title: 'About Me', note: 'Biography, skills, certificates, goals and testimonials' },
  },
  {
    path: '/privacy-policy',
    load: () => import('./pages/PrivacyPolicyPage.tsx'),
    tracked: { group: 'other' },
    sitemap: { title: 'Privacy Policy', note: 'What data this site stores about visitors and for how long' },
  },
  {
    path: '/terms-conditions',
    load: () => import('./pages/TermsConditionsPage.tsx'),
    tracked: { group: 'other' },
    sitemap: { title: 'Terms & Conditions', note: 'The agreement between clients and the owner' },
  },
];
