import { z } from 'zod';
import { endpoint, nothing, picture, webAddress } from '#shared/contract.ts';

const profile = z.object({
  name: z.string(),
  email: z.email(),
  phone: z.string(),
  dateOfBirth: z.iso.date(),
  address: z.string(),
  country: z.string(),
  /** IANA name of the owner's zone: the business day, month ends and opening hours are reckoned in it. */
  timeZone: z.string(),
  role: z.string(),
  personality: z.string(),
  headline: z.string(),
  bannerDescription: z.string(),
  description: z.string(),
  footerDescription: z.string(),
  avatar: picture,
  portrait: picture,
});
export type Profile = z.infer<typeof profile>;

const navItem = z.object({ label: z.string(), href: z.string() });
const link = z.object({
  icon: z.enum(['facebook', 'instagram', 'github', 'x', 'discord']),
  link: webAddress,
  label: z.string(),
});
const skill = z.object({
  skill: z.string(),
  level: z.string().regex(/^\d{1,3}%$/),
  area: z.enum(['Front end', 'Back end', 'Database', 'Cloud']),
});
const certificate = z.object({ title: z.string(), description: z.string(), publishedDate: z.string() });
const hobby = z.object({ icon: z.string(), name: z.string() });
/** `icon` is SVG path data in a square of 24 units, so that it takes the color of the text beside it. */
const tech = z.object({ name: z.string(), icon: z.string().regex(/^[\d\s.,a-zA-Z-]+$/) });
const careerGoal = z.object({ title: z.string(), myGoals: z.array(z.string()) });
const testimonial = z.object({
  id: z.int(),
  name: z.string(),
  role: z.string(),
  rating: z.number().min(0).max(5),
  avatar: picture,
  testimonial: z.string(),
});
const legalPage = z.object({
  title: z.string(),
  description: z.string(),
  updatedAt: z.iso.date(),
  html: z.string(),
  headings: z.array(z.object({ id: z.string(), text: z.string(), level: z.int() })),
});

/** Each document of site content by its key (specification, point 3, "Built-in content"). */
export const siteContent = {
  profile,
  navItems: z.array(navItem),
  links: z.array(link),
  skills: z.array(skill),
  certificates: z.array(certificate),
  hobbies: z.array(hobby),
  techs: z.array(tech),
  careerGoals: z.array(careerGoal),
  testimonials: z.array(testimonial),
  privacyPolicy: legalPage,
  termsConditions: legalPage,
} as const;
export type SiteContent = { [Key in keyof typeof siteContent]: z.infer<(typeof siteContent)[Key]> };

const tags = ['site'];

export const siteContract = {
  layout: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/site', tags, summary: 'What stands on every page: profile, navigation, links' })
    .input(nothing)
    .output(
      z.object({
        /** The site's public origin, for absolute addresses. */
        siteUrl: webAddress,
        /** The current year in the owner's zone. */
        year: z.int(),
        profile,
        navItems: siteContent.navItems,
        links: siteContent.links,
      }),
    ),
  about: endpoint
    .meta({ access: 'everyone' })
    .route({
      method: 'GET',
      path: '/about',
      tags,
      summary: 'Skills, certificates, hobbies, technologies, goals, testimonials',
    })
    .input(nothing)
    .output(
      z.object({
        skills: siteContent.skills,
        certificates: siteContent.certificates,
        hobbies: siteContent.hobbies,
        techs: siteContent.techs,
        careerGoals: siteContent.careerGoals,
        testimonials: siteContent.testimonials,
      }),
    ),
  legal: endpoint
    .meta({ access: 'everyone' })
    .route({ method: 'GET', path: '/legal/{page}', tags, summary: 'A legal text' })
    .input(z.strictObject({ page: z.enum(['privacy-policy', 'terms-conditions'], 'There is no such legal page.') }))
    .output(legalPage),
};

declare module '#shared/api.ts' {
  interface ApiContracts {
    site: typeof siteContract;
  }
}
