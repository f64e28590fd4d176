import { paths } from '#shared/paths.ts';

/** The pages that anyone may find, apart from single posts and projects, with what each is about. */
export const publicPages = [
  { path: paths.home, title: 'Home', note: 'Who works here, recent work, plans and recent posts' },
  { path: paths.about, title: 'About Me', note: 'Biography, skills, certificates, goals, and what clients say' },
  { path: paths.projects, title: 'Projects', note: 'Work that is in use, with its price' },
  { path: paths.pricing, title: 'Pricing', note: 'Plans, monthly services, consultations and the payment terms' },
  { path: paths.blogs, title: 'Blog', note: 'All posts, by category, tag and search' },
  { path: paths.contact, title: 'Contact', note: 'A form to write by, and how else to reach the owner' },
  { path: paths.privacyPolicy, title: 'Privacy Policy', note: 'What is kept about visitors, and for how long' },
  { path: paths.termsConditions, title: 'Terms & Conditions', note: 'What clients and the owner agree on' },
  { path: paths.apiReference, title: 'API reference', note: 'Every endpoint, readable' },
] as const;

export type PublicPath = (typeof publicPages)[number]['path'];
