import { z } from 'zod';
import { checkMarkdown, httpUrl, multilineText, plainDate, singleLineText } from '#shared/contract.ts';
import {
  accents,
  hobbyIconNames,
  type HomeSection,
  homeSections,
  networks,
  parseHomeSections,
  skillAreas,
} from './options.ts';

/** An optional line of text with a maximum length. */
const optionalLine = (most: number) => singleLineText.trim().max(most);

/** A required line of text. */
const requiredLine = (most: number) => optionalLine(most).min(1, 'This field is required.');

const requiredText = (most: number) => multilineText(most).pipe(z.string().min(1, 'This field is required.'));

/** Id of an existing picture; empty for none. */
const pictureId = z
  .string()
  .regex(/^(?:[0-9a-f]{16})?$/, 'This image doesn’t exist.')
  .transform(id => id || null);

const email = singleLineText
  .trim()
  .max(254, 'Enter a valid email address.')
  .regex(/^[A-Za-z0-9._%+-]+@[A-Za-z0-9.-]+\.[A-Za-z]{2,}$/, 'Enter a valid email address.');

const optionalDay = z.union(
  [z.literal('').transform(() => null), plainDate],
  'Enter a date, or leave this field empty.',
);

/** SVG path data: commands, numbers and separators (SVG 2, 9.3). */
const pathData = z
  .string()
  .trim()
  .max(8000)
  .regex(/^[Mm][MmZzLlHhVvCcSsQqTtAaEe\d\s.,-]+$/, 'Paste the value of d="…" from an SVG icon. It starts with M.');

const wholePercent = z
  .string()
  .trim()
  .regex(/^(?:100|\d{1,2})%?$/, 'Enter a whole number from 0 to 100.')
  .transform(text => `${Number.parseInt(text, 10)}%`);

const rating = z
  .string()
  .trim()
  .regex(/^(?:5(?:[.,]0)?|[0-4](?:[.,]\d)?)$/, 'Enter a number from 0 to 5 with at most one decimal place.')
  .transform(text => Number(text.replace(',', '.')));

const profile = z
  .strictObject({
    name: requiredLine(80),
    role: requiredLine(80),
    headline: requiredLine(160),
    bannerDescription: requiredLine(400),
    description: multilineText(6000),
    personality: optionalLine(160),
    footerDescription: optionalLine(300),
    email,
    phone: optionalLine(40).regex(/^[+\d\s()./-]*$/, 'Use only digits, spaces and + ( ) - . /'),
    address: optionalLine(160),
    country: optionalLine(60),
    dateOfBirth: optionalDay,
    portrait: pictureId,
    portraitAlt: optionalLine(240),
    portraitCaption: optionalLine(160),
    avatar: pictureId,
  })
  .check(requireAltText('portrait', 'portraitAlt'));

/** Informative pictures need a text alternative (WCAG 2.2, 1.1.1). */
function requireAltText<Picture extends string, Words extends string>(picture: Picture, words: Words) {
  return (context: z.core.ParsePayload<Record<Picture, string | null> & Record<Words, string>>) => {
    if (!context.value[picture] || context.value[words]) return;
    const message = 'Describe the image for people who can’t see it.';
    context.issues.push({ code: 'custom', message, path: [words], input: context.value[words] });
  };
}

/** Returns the schema of a list with a maximum length and unique names. */
function uniqueList<Item extends z.ZodObject>(item: Item, most: number, name: string & keyof z.infer<Item>) {
  return z
    .array(item)
    .max(most, `Add at most ${most} entries.`)
    .check(context => {
      const seen = new Set<unknown>();
      for (const [index, entry] of context.value.entries()) {
        const key = String(entry[name]).toLocaleLowerCase('en');
        const path = [index, name];
        if (seen.has(key))
          context.issues.push({ code: 'custom', message: 'This is in the list twice.', path, input: key });
        seen.add(key);
      }
    });
}

const legal = z.strictObject({
  title: requiredLine(80),
  description: optionalLine(300),
  updatedAt: plainDate,
  markdown: requiredText(100_000).superRefine(checkMarkdown),
});

/** Home page sections in order, hidden ones with a minus: `work prices -writing`. */
const sectionOrder = z.string().transform((text, context) => {
  const sections = parseHomeSections(text) as { section: HomeSection; shown: boolean }[];
  const names = sections.map(({ section }) => section);
  if (names.toSorted().join() === homeSections.toSorted().join()) return sections;
  context.issues.push({ code: 'custom', message: 'List each section of the home page exactly once.', input: text });
  return z.NEVER;
});

/**
 * Form schema of each section, where every field is text. The output is ready to store, except for pictures, which are
 * ids, and legal texts, which still have to be rendered.
 */
export const sectionFormSchemas = {
  profile,
  navItems: uniqueList(
    z.strictObject({
      href: z.string().regex(/^\/[a-z-]*$/, 'This page doesn’t exist.'),
      label: requiredLine(24),
      hidden: z
        .enum(['', 'on'])
        .optional()
        .transform(hidden => hidden === 'on'),
    }),
    12,
    'href',
  ),
  links: uniqueList(z.strictObject({ icon: z.enum(networks, 'Choose a network.'), link: httpUrl.max(300) }), 5, 'icon'),
  skills: uniqueList(
    z.strictObject({ skill: requiredLine(40), level: wholePercent, area: z.enum(skillAreas, 'Choose an area.') }),
    60,
    'skill',
  ),
  certificates: uniqueList(
    z.strictObject({ title: requiredLine(120), publishedDate: requiredLine(40), description: requiredText(600) }),
    40,
    'title',
  ),
  hobbies: uniqueList(
    z.strictObject({ icon: z.enum(hobbyIconNames, 'Choose an icon.'), name: requiredLine(40) }),
    24,
    'name',
  ),
  techs: uniqueList(z.strictObject({ name: requiredLine(40), icon: pathData }), 40, 'name'),
  careerGoals: uniqueList(
    z.strictObject({
      title: requiredLine(60),
      myGoals: requiredText(3000).transform(text =>
        text
          .split('\n')
          .map(goal => goal.trim())
          .filter(Boolean),
      ),
    }),
    12,
    'title',
  ),
  testimonials: z
    .array(
      z.strictObject({
        name: requiredLine(80),
        role: optionalLine(120),
        rating,
        avatar: pictureId,
        testimonial: requiredText(1200),
      }),
    )
    .max(40, 'Add at most 40 testimonials.'),
  privacyPolicy: legal,
  termsConditions: legal,
  appearance: z
    .strictObject({
      accent: z.enum(accents, 'Choose one of the colors.'),
      logo: pictureId,
      logoAlt: optionalLine(80),
      homeSections: sectionOrder,
    })
    .check(requireAltText('logo', 'logoAlt')),
} as const;
export type SectionForms = { [Key in keyof typeof sectionFormSchemas]: z.output<(typeof sectionFormSchemas)[Key]> };
