/** Options of the site's sections. Free of schemas, so forms in the browser can import it. */

/** Networks of footer links, with their names. */
export const networkNames = {
  facebook: 'Facebook',
  instagram: 'Instagram',
  github: 'GitHub',
  x: 'X',
  discord: 'Discord',
} as const;
export type Network = keyof typeof networkNames;
export const networks = Object.keys(networkNames) as [Network, ...Network[]];

export const skillAreas = ['Front end', 'Back end', 'Database', 'Cloud'] as const;

/** Icons of hobbies, with their labels. */
export const hobbyIcons = {
  star: 'Star',
  trophy: 'Trophy',
  'book-open': 'Book',
  fish: 'Fish',
  'code-xml': 'Code',
  plane: 'Plane',
  dumbbell: 'Dumbbell',
  'mic-vocal': 'Microphone',
  'graduation-cap': 'Graduation cap',
} as const;
export type HobbyIconName = keyof typeof hobbyIcons;
export const hobbyIconNames = Object.keys(hobbyIcons) as [HobbyIconName, ...HobbyIconName[]];

/** Accent hues by name, in degrees of OKLCH (tokens.css has a rule for each but the first). */
export const accentHues = {
  sea: 165,
  leaf: 140,
  olive: 115,
  amber: 75,
  rose: 0,
  plum: 325,
  iris: 285,
  harbor: 240,
} as const;
export type Accent = keyof typeof accentHues;
export const accents = Object.keys(accentHues) as [Accent, ...Accent[]];

/** Sections of the home page below the hero, in default order. */
export const homeSectionNames = {
  technologies: 'Technologies',
  work: 'Selected work',
  prices: 'Pricing',
  writing: 'Writing',
  testimonials: 'What clients say',
} as const;
export type HomeSection = keyof typeof homeSectionNames;
export const homeSections = Object.keys(homeSectionNames) as [HomeSection, ...HomeSection[]];

/** A home page section as encoded in the form: `work -writing`. */
export type HomeSectionState = { readonly section: string; readonly shown: boolean };

export function parseHomeSections(text: string): HomeSectionState[] {
  const words = text.split(/\s+/).filter(Boolean);
  return words.map(word => ({ section: word.replace(/^-/, ''), shown: !word.startsWith('-') }));
}

export function formatHomeSections(sections: readonly HomeSectionState[]): string {
  return sections.map(({ section, shown }) => (shown ? section : `-${section}`)).join(' ');
}
