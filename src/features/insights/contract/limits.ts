/** Lists in display order. */
export const dimensionLabels = {
  page: 'Pages',
  entry_page: 'Entry pages',
  source: 'Sources',
  country: 'Countries',
  device: 'Devices',
  browser: 'Browsers',
  os: 'Operating systems',
  campaign: 'Campaigns',
  medium: 'Mediums',
} as const;
export type Dimension = keyof typeof dimensionLabels;
export const dimensions = keysOf(dimensionLabels);

export const rangeLabels = {
  today: 'Today',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
} as const;
export type RangePreset = keyof typeof rangeLabels;
export const rangePresets = keysOf(rangeLabels);

/** Page groups of the speed report. */
export const pageGroupLabels = {
  home: 'Home',
  about: 'About',
  projects: 'All projects',
  project: 'Project pages',
  pricing: 'Pricing',
  posts: 'All posts',
  post: 'Post pages',
  order: 'Order forms',
  other: 'Other pages',
} as const;
export type PageGroup = keyof typeof pageGroupLabels;
export const pageGroups = keysOf(pageGroupLabels);

export const metrics = ['lcp', 'inp', 'cls'] as const;
export type Metric = (typeof metrics)[number];

/**
 * Web Vitals: a value up to `goodUpTo` is good, above `poorAbove` it is poor. In milliseconds, except CLS, which has no unit.
 */
export const webVitalThresholds: Readonly<
  Record<Metric, { name: string; description: string; goodUpTo: number; poorAbove: number }>
> = {
  lcp: {
    name: 'LCP',
    description: 'Largest Contentful Paint: time until the largest element is visible',
    goodUpTo: 2500,
    poorAbove: 4000,
  },
  inp: {
    name: 'INP',
    description: 'Interaction to Next Paint: slowest response to a click, tap or key press',
    goodUpTo: 200,
    poorAbove: 500,
  },
  cls: {
    name: 'CLS',
    description: 'Cumulative Layout Shift: how much the content moves unexpectedly',
    goodUpTo: 0.1,
    poorAbove: 0.25,
  },
};

/** Items shown per list; the exported file contains all. */
export const BREAKDOWN_LIMIT = 10;

/** Returns the keys of an object with their types. */
function keysOf<Key extends string>(labels: Readonly<Record<Key, string>>): readonly Key[] {
  return Object.keys(labels) as Key[];
}
