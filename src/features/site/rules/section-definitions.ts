import { paths } from '#shared/paths.ts';
import { accents, hobbyIcons, homeSections, networkNames, skillAreas } from '../contract/options.ts';
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
  readonly required?: boolean;
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
  /** For lists: what an entry is called, and the field with its title. */
  readonly entry?: { readonly name: string; readonly title: string; readonly fixed?: boolean };
}

const labelsOf = (names: readonly string[]) => Object.fromEntries(names.map(name => [name, name]));
const home = { Home: paths.home };
const about = { 'About Me': paths.about };

const legal: readonly FieldDefinition[] = [
  { name: 'title', label: 'Title', kind: 'text', required: true },
  { name: 'description', label: 'In a sentence', kind: 'text', hint: 'Stands below the title, and in search results.' },
  { name: 'updatedAt', label: 'In force since', kind: 'date', required: true },
  {
    name: 'markdown',
    label: 'Text',
    kind: 'markdown',
    required: true,
    hint: 'Markdown. Headings that begin with ## make the list of contents.',
  },
];

/** The sections by their key, which is also the slug unless there is another. */
const sections: Readonly<Record<SectionKey, Omit<SectionDefinition, 'key' | 'slug'> & { readonly slug?: string }>> = {
  profile: {
    title: 'Profile and banner',
    description: 'Who you are: name, banner, biography, how to reach you, your pictures.',
    pages: { ...home, ...about },
    fields: [
      { name: 'name', label: 'Name', kind: 'text', required: true, autoComplete: 'name' },
      { name: 'role', label: 'What you do', kind: 'text', required: true, autoComplete: 'organization-title' },
      { name: 'headline', label: 'Headline', kind: 'text', required: true, hint: 'The large words on the home page.' },
      { name: 'bannerDescription', label: 'Below the headline', kind: 'textarea', required: true },
      { name: 'description', label: 'About you', kind: 'textarea', hint: 'An empty line begins a new paragraph.' },
      { name: 'personality', label: 'In person', kind: 'text' },
      { name: 'footerDescription', label: 'In the footer', kind: 'textarea' },
      { name: 'email', label: 'E-mail', kind: 'email', required: true, autoComplete: 'email' },
      { name: 'phone', label: 'Phone', kind: 'phone', autoComplete: 'tel' },
      { name: 'address', label: 'Address', kind: 'text', hint: 'Street, town and state, with commas between.' },
      { name: 'country', label: 'Country', kind: 'text', autoComplete: 'country-name' },
      { name: 'dateOfBirth', label: 'Date of birth', kind: 'date', hint: 'Left empty, nobody sees one.' },
      { name: 'portrait', label: 'Portrait', kind: 'picture', hint: 'The large picture on the page about you.' },
      { name: 'portraitAlt', label: 'What the portrait shows', kind: 'text', hint: 'For people who do not see it.' },
      { name: 'portraitCaption', label: 'Caption below the portrait', kind: 'text' },
      {
        name: 'avatar',
        label: 'Small picture',
        kind: 'picture',
        hint: 'On the card that stands for the page about you.',
      },
    ],
  },
  skills: {
    title: 'Skills',
    description: 'What you know, by area, with how well.',
    pages: about,
    entry: { name: 'skill', title: 'skill' },
    fields: [
      { name: 'skill', label: 'Skill', kind: 'text', required: true },
      { name: 'level', label: 'Level in percent', kind: 'number', required: true, defaultValue: '70' },
      { name: 'area', label: 'Area', kind: 'select', options: labelsOf(skillAreas), defaultValue: skillAreas[0] },
    ],
  },
  certificates: {
    title: 'Certificates',
    description: 'What you have passed, with whom and when.',
    pages: about,
    entry: { name: 'certificate', title: 'title' },
    fields: [
      { name: 'title', label: 'Title', kind: 'text', required: true },
      { name: 'publishedDate', label: 'Date', kind: 'text', required: true, hint: 'As it is to be read: 01 Jun 2025.' },
      { name: 'description', label: 'What it is', kind: 'textarea', required: true },
    ],
  },
  hobbies: {
    title: 'Hobbies',
    description: 'What you do away from the desk.',
    pages: about,
    entry: { name: 'hobby', title: 'name' },
    fields: [
      { name: 'name', label: 'Hobby', kind: 'text', required: true },
      { name: 'icon', label: 'Icon', kind: 'select', options: hobbyIcons, defaultValue: 'star' },
    ],
  },
  techs: {
    slug: 'technologies',
    title: 'Technologies',
    description: 'The tools you work with, each with its sign.',
    pages: { ...home, ...about },
    entry: { name: 'technology', title: 'name' },
    fields: [
      { name: 'name', label: 'Name', kind: 'text', required: true },
      {
        name: 'icon',
        label: 'Sign',
        kind: 'icon_path',
        required: true,
        hint: 'Path data in a square of 24 units: what stands in d="…" of an SVG icon.',
      },
    ],
  },
  careerGoals: {
    slug: 'goals',
    title: 'Career goals',
    description: 'What you mean to do, year by year.',
    pages: about,
    entry: { name: 'year', title: 'title' },
    fields: [
      { name: 'title', label: 'Title', kind: 'text', required: true },
      { name: 'myGoals', label: 'Goals', kind: 'textarea', required: true, hint: 'One a line.' },
    ],
  },
  testimonials: {
    title: 'Testimonials',
    description: 'What clients say. The first one is shown large.',
    pages: { ...home, ...about },
    entry: { name: 'testimonial', title: 'name' },
    fields: [
      { name: 'name', label: 'Who says it', kind: 'text', required: true },
      { name: 'role', label: 'Who that is', kind: 'text', hint: 'Such as “Founder of a bicycle company”.' },
      { name: 'testimonial', label: 'What they say', kind: 'textarea', required: true },
      { name: 'rating', label: 'Stars, 0 to 5', kind: 'number', required: true, defaultValue: '5.0' },
      { name: 'avatar', label: 'Picture', kind: 'picture' },
    ],
  },
  navItems: {
    slug: 'navigation',
    title: 'Navigation',
    description: 'What the pages are called in the bar and the footer, and in which order.',
    pages: home,
    entry: { name: 'page', title: 'label', fixed: true },
    fields: [
      { name: 'label', label: 'Label', kind: 'text', required: true },
      { name: 'hidden', label: 'Leave it out of the navigation', kind: 'switch' },
      { name: 'href', label: 'Address', kind: 'hidden' },
    ],
  },
  links: {
    title: 'Social links',
    description: 'Where else people find you. They stand in the footer.',
    pages: home,
    entry: { name: 'link', title: 'icon' },
    fields: [
      { name: 'icon', label: 'Network', kind: 'select', options: networkNames, defaultValue: 'github' },
      { name: 'link', label: 'Address', kind: 'url', required: true, hint: 'Such as https://github.com/name' },
    ],
  },
  privacyPolicy: {
    slug: 'privacy-policy',
    title: 'Privacy policy',
    description: 'What you keep about visitors, and for how long.',
    pages: { 'Privacy policy': paths.privacyPolicy },
    fields: legal,
  },
  termsConditions: {
    slug: 'terms-conditions',
    title: 'Terms and conditions',
    description: 'What clients and you agree on.',
    pages: { 'Terms and conditions': paths.termsConditions },
    fields: legal,
  },
  appearance: {
    title: 'Appearance',
    description: 'The accent, your logo, and what stands on the home page.',
    pages: { ...home, 'About Me': paths.about, Projects: paths.projects, Pricing: paths.pricing, Blog: paths.blogs },
    fields: [
      { name: 'accent', label: 'Accent', kind: 'accent', options: labelsOf(accents) },
      {
        name: 'logo',
        label: 'Logo',
        kind: 'picture',
        hint: 'In place of the built-in sign and the site’s name, 32 px high. Best with a transparent ground that suits both themes.',
      },
      {
        name: 'logoAlt',
        label: 'What the logo says',
        kind: 'text',
        hint: 'For people who do not see it, such as your name.',
      },
      { name: 'homeSections', label: 'Home page', kind: 'sections', options: labelsOf(homeSections) },
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

export function listFieldNames(shape: SectionDefinition): string[] {
  return shape.fields.map(field => field.name);
}
