import { homeSections } from '../contract/options.ts';
import type { SectionKey, SiteSections } from '../contract/content.ts';

/** How a site looks before anybody chose. */
export const defaultAppearance: SiteSections['appearance'] = {
  accent: 'sea',
  logo: null,
  homeSections: homeSections.map(section => ({ section, shown: true })),
};

/** Who the site belongs to. */
interface Owner {
  readonly name: string;
  readonly email: string;
}

/** The documents that come with the sample content: how the site looks does not. */
export type SampleSectionKey = Exclude<SectionKey, 'appearance' | 'navItems'>;

/** Whose name the sample content has. */
export const SAMPLE_NAME = 'Mira Castellan';

/** What the site says while its owner has said nothing: its title, their address, and empty lists. `title` is what it is called now. */
export function createPlaceholderContent(
  owner: Owner,
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
    privacyPolicy: legal('Privacy Policy', `Ask ${owner.name} what this site keeps about you, at ${owner.email}.`),
    termsConditions: legal('Terms & Conditions', `Ask ${owner.name} for the terms, at ${owner.email}.`),
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
