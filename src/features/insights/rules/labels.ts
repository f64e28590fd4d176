import type { Dimension } from '../contract/limits.ts';

/** What an item without a name is. */
const UNKNOWN: Readonly<Partial<Record<Dimension, string>>> = { source: 'Direct or unknown', country: 'Unknown' };

/** How an item of a list is shown. */
export function getDimensionLabel(list: Dimension, item: string): string {
  if (item === '') return UNKNOWN[list] ?? 'Unknown';
  if (list === 'country') return new Intl.DisplayNames('en', { type: 'region' }).of(item) ?? item;
  if (list === 'page' || list === 'entry') return pageNames[item] ?? item;
  return item;
}

/** The pages that are none of their own: which plan or project is ordered is told by the orders. */
const pageNames: Readonly<Record<string, string>> = {
  '/order/plan': '/order/plan/…',
  '/order/service': '/order/service/…',
  '/order/project': '/order/project/…',
};
