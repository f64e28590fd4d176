import { toDecimalString } from '#shared/money.ts';
import type { Draft, ProjectContent } from '../contract/drafts.ts';
import { toProjectContent, emptyContent } from './content.ts';

/** Form values of a project: numbers are kept as typed, valid or not. */
export interface ProjectFormValues extends Omit<ProjectContent, 'price' | 'stars' | 'likes' | 'forks'> {
  readonly price: string;
  readonly currency: string;
  readonly stars: string;
  /** Undefined until the writer sets it, since readers keep changing it. */
  readonly likes: string | undefined;
  readonly forks: string;
}

/** Returns empty form values priced in a currency (ISO 4217). */
export function createEmptyFormValues(currency: string): ProjectFormValues {
  return { ...emptyContent, price: '', currency, stars: '0', likes: undefined, forks: '0' };
}

/** Converts a saved project to form values. */
export function toFormValues(draft: Draft): ProjectFormValues {
  return {
    ...toProjectContent(draft),
    gallery: draft.gallery.map(({ pictureId, alt, caption }) => ({ pictureId, alt, caption })),
    price: draft.price.minor === 0 ? '' : toDecimalString(draft.price),
    currency: draft.price.currency,
    stars: String(draft.stars),
    likes: undefined,
    forks: String(draft.forks),
  };
}

/**
 * Converts form values to the request body. Invalid numbers are sent as such, so the server reports them on their
 * field.
 */
export function toProjectInput({ stars, likes, forks, ...content }: ProjectFormValues) {
  return {
    ...content,
    stars: parseNumber(stars),
    forks: parseNumber(forks),
    likes: likes === undefined ? undefined : parseNumber(likes),
  };
}

function parseNumber(text: string): number {
  const plain = text.trim().replace(',', '.');
  return plain === '' ? Number.NaN : Number(plain);
}
