import type { ProjectCard } from '../contract/public.ts';

/** Returns whether readers see a project's price: it is free, or it can be bought. */
export function isPriceShown({ isForSale, price }: Pick<ProjectCard, 'isForSale' | 'price'>): boolean {
  return isForSale || price.minor === 0;
}
