import { parseTags } from '#features/publishing/rules/content.ts';
import { postCategories } from '../contract/categories.ts';

/** Parses a form sent without JavaScript; fields it lacks stay unchanged. */
export function parsePostForm(form: ReadonlyMap<string, string>) {
  const text = (name: string) => form.get(name);
  const orNull = (name: string) => (form.has(name) ? form.get(name) || null : undefined);
  const tags = text('tags');
  return {
    title: text('title')?.replaceAll(/\s*[\r\n]\s*/g, ' '),
    markdown: text('markdown'),
    description: text('description')?.replaceAll(/\s*[\r\n]\s*/g, ' '),
    category: postCategories.find(name => name === text('category')),
    tags: tags === undefined ? undefined : parseTags(tags),
    metaTitle: orNull('metaTitle'),
    metaDescription: orNull('metaDescription'),
    cardTitle: orNull('cardTitle'),
    cardDescription: orNull('cardDescription'),
    canonicalUrl: orNull('canonicalUrl'),
  };
}
