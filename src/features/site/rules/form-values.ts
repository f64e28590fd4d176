import type { SectionKey, SiteSections } from '../contract/content.ts';
import type { SectionFormValue } from '../contract/index.ts';
import { formatHomeSections } from '../contract/options.ts';

/** Converts each section to form values: the inverse of `sectionFormSchemas`. */
const toFormValues: { readonly [Key in SectionKey]: (document: SiteSections[Key]) => SectionFormValue } = {
  profile: ({ timeZone: _timeZone, avatar, portrait, dateOfBirth, ...texts }) => ({
    ...texts,
    avatar: avatar?.id ?? '',
    portrait: portrait?.id ?? '',
    dateOfBirth: dateOfBirth ?? '',
  }),
  navItems: items => items.map(({ href, label, hidden }) => ({ href, label, hidden: hidden ? 'on' : '' })),
  links: links => links.map(({ icon, link }) => ({ icon, link })),
  skills: skills => skills.map(({ skill, level, area }) => ({ skill, level: level.replace('%', ''), area })),
  certificates: certificates => certificates.map(certificate => ({ ...certificate })),
  hobbies: hobbies => hobbies.map(hobby => ({ ...hobby })),
  techs: techs => techs.map(tech => ({ ...tech })),
  careerGoals: goals => goals.map(({ title, myGoals }) => ({ title, myGoals: myGoals.join('\n') })),
  testimonials: testimonials =>
    testimonials.map(({ id: _id, rating, avatar, ...texts }) => ({
      ...texts,
      rating: rating.toFixed(1),
      avatar: avatar?.id ?? '',
    })),
  privacyPolicy: toLegalFormValue,
  termsConditions: toLegalFormValue,
  appearance: ({ accent, logo, homeSections }) => ({
    accent,
    logo: logo?.picture.id ?? '',
    logoAlt: logo?.alt ?? '',
    homeSections: formatHomeSections(homeSections),
  }),
};

/**
 * Older texts have no Markdown source. Their HTML is valid Markdown (CommonMark, 4.6) and renders the same; the table
 * wrappers are removed because rendering adds them again.
 */
function toLegalFormValue(page: SiteSections['privacyPolicy']): SectionFormValue {
  const { title, description, updatedAt, html, markdown } = page;
  const source = html.replaceAll(/<div class="table-frame"[^>]*>(<table>[\s\S]*?<\/table>)<\/div>/g, '$1');
  return { title, description, updatedAt, markdown: markdown ?? source };
}

/** Returns a section's form values: every field is text, pictures are ids. */
export function toFormValue<Key extends SectionKey>(key: Key, document: SiteSections[Key]): SectionFormValue {
  return toFormValues[key](document);
}
