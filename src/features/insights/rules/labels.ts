import { getCountryName, isCountry } from '#features/clients/contract/countries.ts';
import type { Dimension } from '../contract/limits.ts';

/** Labels of empty items. */
const UNKNOWN: Readonly<Partial<Record<Dimension, string>>> = { source: 'Direct or unknown', country: 'Unknown' };

/** Returns the label of a list's item. */
export function getDimensionLabel(list: Dimension, item: string): string {
  if (item === '') return UNKNOWN[list] ?? 'Unknown';
  if (list === 'country') return isCountry(item) ? getCountryName(item) : item;
  if (list === 'page' || list === 'entry_page') return pageNames.get(item) ?? item;
  return list === 'device' ? item.charAt(0).toUpperCase() + item.slice(1) : item;
}

/** Shared names of pages that are not listed individually; orders show which plan or project was chosen. */
const pageNames: ReadonlyMap<string, string> = new Map(
  ['/order/plan', '/order/service', '/order/project'].map(path => [path, `${path}/…`]),
);
