/** Lists in display order. */
export const dimensions = [
  'page',
  'entry_page',
  'source',
  'country',
  'device',
  'browser',
  'os',
  'campaign',
  'medium',
] as const;
export type Dimension = (typeof dimensions)[number];

export const dimensionLabels: Readonly<Record<Dimension, string>> = {
  page: 'Pages',
  entry_page: 'Entry pages',
  source: 'Sources',
  medium: 'Media',
  campaign: 'Campaigns',
  country: 'Countries',
  device: 'Devices',
  browser: 'Browsers',
  os: 'Systems',
};

export const rangePresets = ['today', '7d', '30d', '90d', '12m'] as const;
export type RangePreset = (typeof rangePresets)[number];

export const rangeLabels: Readonly<Record<RangePreset, string>> = {
  today: 'Today',
  '7d': '7 days',
  '30d': '30 days',
  '90d': '90 days',
  '12m': '12 months',
};

/** Page groups of the speed report. */
export const pageGroups = [
  'home',
  'about',
  'projects',
  'project',
  'pricing',
  'posts',
  'post',
  'order',
  'other',
] as const;
export type PageGroup = (typeof pageGroups)[number];

export const pageGroupLabels: Readonly<Record<PageGroup, string>> = {
  home: 'Home',
  about: 'About',
  projects: 'All projects',
  project: 'A project',
  pricing: 'Pricing',
  posts: 'All posts',
  post: 'A post',
  order: 'Ordering',
  other: 'Other pages',
};

export const metrics = ['lcp', 'inp', 'cls'] as const;
export type Metric = (typeof metrics)[number];

/**
 * Web Vitals: a value up to `goodUpTo` is good, above `poorAbove` it is poor. In milliseconds, except CLS, which has no unit.
 */
export const webVitalThresholds: Readonly<
  Record<Metric, { name: string; description: string; goodUpTo: number; poorAbove: number }>
> = {
  lcp: { name: 'LCP', description: 'until the largest thing of the page was there', goodUpTo: 2500, poorAbove: 4000 },
  inp: {
    name: 'INP',
    description: 'until the page showed what came of a press or key, at its slowest',
    goodUpTo: 200,
    poorAbove: 500,
  },
  cls: { name: 'CLS', description: 'how much of the page jumped while it was read', goodUpTo: 0.1, poorAbove: 0.25 },
};

/** Items shown per list; the exported file contains all. */
export const BREAKDOWN_LIMIT = 10;
