import { homeSections } from '../contract/options.ts';
import type { OwnerProfile, SectionKey, SiteSections } from '../contract/content.ts';

/** Appearance before the owner changes it. */
export const defaultAppearance: SiteSections['appearance'] = {
  accent: 'sea',
  logo: null,
  homeSections: homeSections.map(section => ({ section, shown: true })),
};

/** The sections of the sample content. */
export type SampleSectionKey = Exclude<SectionKey, 'appearance' | 'navItems'>;

/** Name of the sample owner. */
export const SAMPLE_NAME = 'Mira Castellan';

/**
 * Returns the placeholder sections: the site's title, the owner's address, and empty lists. `title` is the current
 * title.
 */
export function createPlaceholderContent(
  owner: Pick<OwnerProfile, 'name' | 'email'>,
  { title, timeZone, today }: { readonly title: string; readonly timeZone: string; readonly today: string },
): Pick<SiteSections, SampleSectionKey> {
  const legal = (heading: string, sentence: string) => ({
    title: heading,
    description: '',
    updatedAt: today,
    markdown: sentence.replace(/[\\`*_[\]<>&#]/g, String.raw`\$&`),
    html: `<p>${escapeHtml(sentence)}</p>`,
    headings: [],
  });
  return {
    profile: {
      name: title === SAMPLE_NAME ? owner.name : title,
      email: owner.email,
      phone: '',
      dateOfBirth: null,
      address: '',
      country: '',
      timeZone,
      role: 'Web developer',
      personality: '',
      headline: owner.name,
      bannerDescription: `The website of ${owner.name}.`,
      description: '',
      footerDescription: '',
      avatar: null,
      portrait: null,
      portraitAlt: '',
      portraitCaption: '',
    },
    links: [],
    skills: [],
    certificates: [],
    hobbies: [],
    techs: [],
    careerGoals: [],
    testimonials: [],
    privacyPolicy: legal(
      'Privacy Policy',
      `To find out what data this site stores about you, contact ${owner.name} at ${owner.email}.`,
    ),
    termsConditions: legal('Terms & Conditions', `To get the terms, contact ${owner.name} at ${owner.email}.`),
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
