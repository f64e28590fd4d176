import { paths } from '#shared/paths.ts';
import { hobbyIcons, networkNames, skillAreas } from '../contract/options.ts';
import type { SectionKey } from '../contract/content.ts';

export interface FieldDefinition {
  readonly name: string;
  readonly label: string;
  readonly kind:
    | 'text'
    | 'textarea'
    | 'markdown'
    | 'email'
    | 'phone'
    | 'url'
    | 'date'
    | 'number'
    | 'select'
    | 'switch'
    | 'picture'
    | 'icon_path'
    | 'accent'
    | 'sections'
    | 'hidden';
  readonly hint?: string;
  /** Options of a select, by value. */
  readonly options?: Readonly<Record<string, string>>;
  /** Value in a new entry. */
  readonly defaultValue?: string;
  readonly autoComplete?: string;
}

export interface SectionFieldProps {
  shape: FieldDefinition;
  /** Form name of the field. */
  name: string;
  value: string;
  error: string | undefined;
  /** Call after a change that fires no input event. */
  onChange: () => void;
}

/** How a section is listed and edited in the dashboard. */
export interface SectionDefinition {
  readonly key: SectionKey;
  /** Last path segment in the dashboard. */
  readonly slug: string;
  readonly title: string;
  readonly description: string;
  readonly fields: readonly FieldDefinition[];
  /** Pages that show the section, by label. */
  readonly pages: Readonly<Record<string, string>>;
  /** For lists: the name of an entry, and the field with its title. */
  readonly entry?: { readonly name: string; readonly title: string; readonly fixed?: boolean };
}

const home = { Home: paths.home };
const about = { 'About Me': paths.about };

const legal: readonly FieldDefinition[] = [
  { name: 'title', label: 'Title', kind: 'text' },
  { name: 'description', label: 'Summary', kind: 'text', hint: 'Shown below the title and in search results.' },
  { name: 'updatedAt', label: 'Effective date', kind: 'date' },
  {
    name: 'markdown',
    label: 'Text',
    kind: 'markdown',
    hint: 'Markdown. Headings that start with ## appear in the table of contents.',
  },
];

/** The sections by their key, which is also the slug unless there is another. */
const sections: Readonly<Record<SectionKey, Omit<SectionDefinition, 'key' | 'slug'> & { readonly slug?: string }>> = {
  profile: {
    title: 'Profile and banner',
    description: 'Your name, banner, biography, contact details and images.',
    pages: { ...home, ...about },
    fields: [
      { name: 'name', label: 'Name', kind: 'text', autoComplete: 'name' },
      { name: 'role', label: 'Role', kind: 'text', autoComplete: 'organization-title' },
      { name: 'headline', label: 'Headline', kind: 'text', hint: 'The large text on the home page.' },
      { name: 'bannerDescription', label: 'Text below the headline', kind: 'textarea' },
      {
        name: 'description',
        label: 'About you',
        kind: 'textarea',
        hint: 'Use an empty line to start a new paragraph.',
      },
      { name: 'personality', label: 'Personality', kind: 'text' },
      { name: 'footerDescription', label: 'Footer text', kind: 'textarea' },
      { name: 'email', label: 'Email', kind: 'email', autoComplete: 'email' },
      { name: 'phone', label: 'Phone', kind: 'phone', autoComplete: 'tel' },
      { name: 'address', label: 'Address', kind: 'text', hint: 'Street, city and state, separated by commas.' },
      { name: 'country', label: 'Country', kind: 'text', autoComplete: 'country-name' },
      { name: 'dateOfBirth', label: 'Date of birth', kind: 'date', hint: 'Leave empty to hide it.' },
      { name: 'portrait', label: 'Portrait', kind: 'picture', hint: 'The large image on the About page.' },
      {
        name: 'portraitAlt',
        label: 'Portrait alt text',
        kind: 'text',
        hint: 'Describe the portrait for people who can’t see it.',
      },
      { name: 'portraitCaption', label: 'Portrait caption', kind: 'text' },
      {
        name: 'avatar',
        label: 'Small image',
        kind: 'picture',
        hint: 'Used in the social image of the About page.',
      },
    ],
  },
  skills: {
    title: 'Skills',
    description: 'Your skills by area, each with a level.',
    pages: about,
    entry: { name: 'skill', title: 'skill' },
    fields: [
      { name: 'skill', label: 'Skill', kind: 'text' },
      { name: 'level', label: 'Level (percent)', kind: 'number', defaultValue: '70' },
      {
        name: 'area',
        label: 'Area',
        kind: 'select',
        options: Object.fromEntries(skillAreas.map(area => [area, area])),
        defaultValue: skillAreas[0],
      },
    ],
  },
  certificates: {
    title: 'Certificates',
    description: 'Your certificates, with issuer and date.',
    pages: about,
    entry: { name: 'certificate', title: 'title' },
    fields: [
      { name: 'title', label: 'Title', kind: 'text' },
      {
        name: 'publishedDate',
        label: 'Date',
        kind: 'text',
        hint: 'Shown as you enter it, such as 01 Jun 2025.',
      },
      { name: 'description', label: 'Description', kind: 'textarea' },
    ],
  },
  hobbies: {
    title: 'Hobbies',
    description: 'What you do outside of work.',
    pages: about,
    entry: { name: 'hobby', title: 'name' },
    fields: [
      { name: 'name', label: 'Hobby', kind: 'text' },
      { name: 'icon', label: 'Icon', kind: 'select', options: hobbyIcons, defaultValue: 'star' },
    ],
  },
  techs: {
    slug: 'technologies',
    title: 'Technologies',
    description: 'The tools you work with, each with an icon.',
    pages: { ...home, ...about },
    entry: { name: 'technology', title: 'name' },
    fields: [
      { name: 'name', label: 'Name', kind: 'text' },
      {
        name: 'icon',
        label: 'Icon path',
        kind: 'icon_path',
        hint: 'The value of d="…" from an SVG icon of 24 × 24 units.',
      },
    ],
  },
  careerGoals: {
    slug: 'goals',
    title: 'Career goals',
    description: 'Your goals, year by year.',
    pages: about,
    entry: { name: 'year', title: 'title' },
    fields: [
      { name: 'title', label: 'Title', kind: 'text' },
      { name: 'myGoals', label: 'Goals', kind: 'textarea', hint: 'One goal per line.' },
    ],
  },
  testimonials: {
    title: 'Testimonials',
    description: 'What clients say about you. The first one is shown large.',
    pages: { ...home, ...about },
    entry: { name: 'testimonial', title: 'name' },
    fields: [
      { name: 'name', label: 'Name', kind: 'text' },
      { name: 'role', label: 'Role', kind: 'text', hint: 'Such as “Founder of a bicycle company”.' },
      { name: 'testimonial', label: 'Testimonial', kind: 'textarea' },
      { name: 'rating', label: 'Rating (0 to 5)', kind: 'number', defaultValue: '5.0' },
      { name: 'avatar', label: 'Image', kind: 'picture' },
    ],
  },
  navItems: {
    slug: 'navigation',
    title: 'Navigation',
    description: 'Names and order of the pages in the navigation bar and footer.',
    pages: home,
    entry: { name: 'page', title: 'label', fixed: true },
    fields: [
      { name: 'label', label: 'Label', kind: 'text' },
      { name: 'hidden', label: 'Hide from navigation', kind: 'switch' },
      { name: 'href', label: 'Address', kind: 'hidden' },
    ],
  },
  links: {
    title: 'Social links',
    description: 'Your profiles on other sites, shown in the footer.',
    pages: home,
    entry: { name: 'link', title: 'icon' },
    fields: [
      { name: 'icon', label: 'Network', kind: 'select', options: networkNames, defaultValue: 'github' },
      { name: 'link', label: 'Address', kind: 'url', hint: 'Such as https://github.com/name.' },
    ],
  },
  privacyPolicy: {
    slug: 'privacy-policy',
    title: 'Privacy policy',
    description: 'What data you store about visitors and for how long.',
    pages: { 'Privacy policy': paths.privacyPolicy },
    fields: legal,
  },
  termsConditions: {
    slug: 'terms-conditions',
    title: 'Terms and conditions',
    description: 'What you and your clients agree to.',
    pages: { 'Terms and conditions': paths.termsConditions },
    fields: legal,
  },
  appearance: {
    title: 'Appearance',
    description: 'Your accent color, logo and home page sections.',
    pages: { ...home, 'About Me': paths.about, Projects: paths.projects, Pricing: paths.pricing, Blog: paths.blogs },
    fields: [
      { name: 'accent', label: 'Accent color', kind: 'accent' },
      {
        name: 'logo',
        label: 'Logo',
        kind: 'picture',
        hint: 'Replaces the default logo and your site’s name. Shown 32 px high. A transparent background works best with both themes.',
      },
      {
        name: 'logoAlt',
        label: 'Logo alt text',
        kind: 'text',
        hint: 'For people who can’t see the logo, such as your name.',
      },
      { name: 'homeSections', label: 'Home page sections', kind: 'sections' },
    ],
  },
};

export function getSectionDefinition(key: SectionKey): SectionDefinition {
  return { key, slug: key, ...sections[key] };
}

/** The appearance section, which has its own page. */
export const appearanceDefinition = getSectionDefinition('appearance');

/** The other sections, in the order of the dashboard. */
export const sectionDefinitions = (Object.keys(sections) as SectionKey[])
  .filter(key => key !== 'appearance')
  .map(getSectionDefinition);
