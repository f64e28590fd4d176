/** The keys of an answer: of a list those of all its rows together; null where there are none below. */
export type Shape = { readonly [key: string]: Shape | readonly string[] | null } | readonly string[] | null;

/** Keys with nothing below them, from their names in one line. */
export function keys(names: string): Record<string, null> {
  return Object.fromEntries(names.split(' ').map(name => [name, null]));
}

/** A shape with every list of names written out. */
export function expandShape(shape: Shape): unknown {
  if (shape === null) return null;
  if (Array.isArray(shape)) return keys((shape as readonly string[]).join(' '));
  return Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, expandShape(value as Shape)]));
}

/** The keys of an answer. */
export function toShape(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(toShape).reduce(merge, null);
  if (typeof value !== 'object' || value === null) return null;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, toShape(inner)]));
}

function merge(one: unknown, other: unknown): unknown {
  if (typeof one !== 'object' || one === null) return other;
  if (typeof other !== 'object' || other === null) return one;
  const all = { ...one, ...other } as Record<string, unknown>;
  for (const key of Object.keys(all)) all[key] = merge((one as typeof all)[key], (other as typeof all)[key]);
  return all;
}

/** What the page about the owner shows. */
export const aboutShape: Shape = {
  skills: ['area', 'level', 'skill'],
  certificates: ['description', 'publishedDate', 'title'],
  hobbies: ['icon', 'name'],
  techs: ['icon', 'name'],
  careerGoals: ['myGoals', 'title'],
  testimonials: { ...keys('id name role rating testimonial'), avatar: ['height', 'id', 'placeholderColors', 'width'] },
};
