import { type Metric, webVitalThresholds } from '../contract/limits.ts';

/** How wide a step of each measure is. The bounds of good and poor are bounds of steps. */
const BUCKET_WIDTHS: Readonly<Record<Metric, number>> = { lcp: 50, inp: 10, cls: 0.01 };

/** What is beyond counts as this step: 20 s, 4 s, and 4. */
const LAST_BUCKET = 400;

/** The step that a measured value falls into: it is at most `getBucketUpperBound` it. */
export function getBucket(metric: Metric, value: number): number {
  // A hair's breadth above a bound is a matter of how fractions are kept.
  return Math.min(LAST_BUCKET, Math.ceil(value / BUCKET_WIDTHS[metric] - 1e-9));
}

/** The most that a value in a step can be: milliseconds, of CLS a plain number. */
export function getBucketUpperBound(metric: Metric, bucket: number): number {
  return metric === 'cls' ? Math.round(bucket) / 100 : bucket * BUCKET_WIDTHS[metric];
}

export interface Bucket {
  readonly bucket: number;
  readonly count: number;
}

/** What three of four visits were not slower than, up to the width of a step; undefined where nothing was measured. */
export function findPercentile75(metric: Metric, buckets: readonly Bucket[]): number | undefined {
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return undefined;
  let seen = 0;
  for (const { bucket, count } of buckets.toSorted((one, other) => one.bucket - other.bucket)) {
    seen += count;
    if (seen >= total * 0.75) return getBucketUpperBound(metric, bucket);
  }
  return undefined;
}

export type Rating = 'good' | 'fair' | 'poor';

/** What a value means by the bounds of the Web Vitals. */
export function rateWebVital(metric: Metric, value: number): Rating {
  if (value <= webVitalThresholds[metric].good) return 'good';
  return value <= webVitalThresholds[metric].poor ? 'fair' : 'poor';
}
