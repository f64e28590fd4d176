/** The keys of a response. A list has the keys of all its rows; null means no nested keys. */
export type Shape = { readonly [key: string]: Shape | readonly string[] | null } | readonly string[] | null;

/** Returns a shape without nested keys from names separated by spaces. */
export function keys(names: string): Record<string, null> {
  return Object.fromEntries(names.split(' ').map(name => [name, null]));
}

/** Returns a shape with every list of names written out. */
export function expandShape(shape: Shape): unknown {
  if (shape === null) return null;
  if (Array.isArray(shape)) return keys((shape as readonly string[]).join(' '));
  return Object.fromEntries(Object.entries(shape).map(([key, value]) => [key, expandShape(value as Shape)]));
}

/** Returns the shape of a value. */
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

/** The About page. */
export const aboutShape: Shape = {
  skills: ['area', 'level', 'skill'],
  certificates: ['description', 'publishedDate', 'title'],
  hobbies: ['icon', 'name'],
  techs: ['icon', 'name'],
  careerGoals: ['myGoals', 'title'],
  testimonials: { ...keys('id name role rating testimonial'), avatar: ['height', 'id', 'placeholderColors', 'width'] },
};
