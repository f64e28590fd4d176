import { z } from 'zod';
import { plainDate, picture, httpUrl } from '#shared/contract.ts';
import { accents, homeSections, networks, skillAreas } from './options.ts';

const profile = z.object({
  name: z.string(),
  email: z.email(),
  phone: z.string(),
  dateOfBirth: plainDate.nullable(),
  address: z.string(),
  country: z.string(),
  /** The owner's time zone (IANA name) for business days, month ends and opening hours. */
  timeZone: z.string(),
  role: z.string(),
  personality: z.string(),
  headline: z.string(),
  bannerDescription: z.string(),
  description: z.string(),
  footerDescription: z.string(),
  avatar: picture.nullable(),
  portrait: picture.nullable(),
  portraitAlt: z.string(),
  portraitCaption: z.string(),
});
export type OwnerProfile = z.infer<typeof profile>;

const navItem = z.object({ label: z.string(), href: z.string(), hidden: z.boolean().optional() });
const link = z.object({ icon: z.enum(networks), link: httpUrl, label: z.string() });
const skill = z.object({
  skill: z.string(),
  level: z.string().regex(/^\d{1,3}%$/),
  area: z.enum(skillAreas),
});
const certificate = z.object({ title: z.string(), description: z.string(), publishedDate: z.string() });
const hobby = z.object({ icon: z.string(), name: z.string() });
/** `icon` is SVG path data in a square of 24 units, so it takes the color of the text next to it. */
const tech = z.object({ name: z.string(), icon: z.string().regex(/^[\d\s.,a-zA-Z-]+$/) });
const careerGoal = z.object({ title: z.string(), myGoals: z.array(z.string()) });
const testimonial = z.object({
  id: z.int(),
  name: z.string(),
  role: z.string(),
  rating: z.number().min(0).max(5),
  avatar: picture.nullable(),
  testimonial: z.string(),
});

/** A rendered legal page. */
export const legalPage = z.object({
  title: z.string(),
  description: z.string(),
  updatedAt: plainDate,
  html: z.string(),
  headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.int() })),
});

/** With its Markdown source; missing in texts from before they could be edited. */
const legalDocument = legalPage.extend({ markdown: z.string().optional() });

const logo = z.object({ picture, alt: z.string() });
const appearance = z.object({
  accent: z.enum(accents),
  /** Replaces the built-in logo and the site's name. */
  logo: logo.nullable(),
  homeSections: z.array(z.object({ section: z.enum(homeSections), shown: z.boolean() })),
});

export const publicAppearance = appearance.pick({ accent: true, logo: true }).extend({
  /** The visible sections of the home page, in order. */
  homeSections: z.array(z.enum(homeSections)),
});

/** Schema of each section by its key (specification, point 3, "Built-in content"). */
export const sectionSchemas = {
  profile,
  navItems: z.array(navItem),
  links: z.array(link),
  skills: z.array(skill),
  certificates: z.array(certificate),
  hobbies: z.array(hobby),
  techs: z.array(tech),
  careerGoals: z.array(careerGoal),
  testimonials: z.array(testimonial),
  privacyPolicy: legalDocument,
  termsConditions: legalDocument,
  appearance,
} as const;
export type SiteSections = { [Key in keyof typeof sectionSchemas]: z.infer<(typeof sectionSchemas)[Key]> };
export type SectionKey = keyof SiteSections;
export const sectionKeys = Object.keys(sectionSchemas) as [SectionKey, ...SectionKey[]];
