import { type Metric, webVitalThresholds } from '../contract/limits.ts';

/** Bucket width of each metric. The thresholds are bucket bounds. */
const BUCKET_WIDTHS: Readonly<Record<Metric, number>> = { lcp: 50, inp: 10, cls: 0.01 };

/** Higher values count as this bucket: 20 s, 4 s, and 4. */
const LAST_BUCKET = 400;

/** Returns the bucket of a value, which is at most the bucket's `getBucketUpperBound`. */
export function getBucket(metric: Metric, value: number): number {
  // Tolerate floating-point errors just above a bound.
  return Math.min(LAST_BUCKET, Math.ceil(value / BUCKET_WIDTHS[metric] - 1e-9));
}

/** Returns a bucket's upper bound, in milliseconds; CLS has no unit. */
export function getBucketUpperBound(metric: Metric, bucket: number): number {
  return metric === 'cls' ? bucket / 100 : bucket * BUCKET_WIDTHS[metric];
}

/** Returns the 75th percentile, rounded up to the bucket width; undefined without values. */
export function findPercentile75(metric: Metric, buckets: readonly { bucket: number; count: number }[]) {
  const total = buckets.reduce((sum, { count }) => sum + count, 0);
  let seen = 0;
  for (const { bucket, count } of buckets.toSorted((one, other) => one.bucket - other.bucket)) {
    seen += count;
    if (seen >= total * 0.75) return getBucketUpperBound(metric, bucket);
  }
  return undefined;
}

/** Rates a value by the Web Vitals thresholds. */
export function rateWebVital(metric: Metric, value: number) {
  if (value <= webVitalThresholds[metric].goodUpTo) return 'good';
  return value <= webVitalThresholds[metric].poorAbove ? 'needs_improvement' : 'poor';
}
