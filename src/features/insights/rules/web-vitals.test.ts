import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { metrics, webVitalThresholds } from '../contract/limits.ts';
import { getBucketUpperBound, getBucket, findPercentile75, rateWebVital } from './web-vitals.ts';

/** Measured values up to the last bucket. */
const measured = fc.constantFrom(...metrics).chain(metric =>
  fc.record({
    metric: fc.constant(metric),
    values: fc.array(fc.double({ min: 0, max: getBucketUpperBound(metric, 400), noNaN: true }), {
      minLength: 1,
      maxLength: 60,
    }),
  }),
);

describe('75th percentile', () => {
  it('is at most one bucket above the exact value, never below it, and has the same rating', () => {
    fc.assert(
      fc.property(measured, ({ metric, values }) => {
        const buckets = values.map(value => ({ bucket: getBucket(metric, value), count: 1 }));
        const p75 = findPercentile75(metric, buckets) ?? Number.NaN;
        const exact = values.toSorted((one, other) => one - other)[Math.ceil(values.length * 0.75) - 1] ?? 0;
        const step = getBucketUpperBound(metric, 1);
        expect(p75).toBeGreaterThanOrEqual(exact - 1e-6);
        expect(p75).toBeLessThanOrEqual(exact + step + 1e-6);
        // Except for rounding errors at a threshold.
        const near = [webVitalThresholds[metric].goodUpTo, webVitalThresholds[metric].poorAbove].some(
          bound => Math.abs(bound - exact) < 1e-6,
        );
        if (!near) expect(rateWebVital(metric, p75)).toBe(rateWebVital(metric, exact));
      }),
    );
  });

  it('is missing without values, and ends at the last bucket', () => {
    expect(findPercentile75('lcp', [])).toBeUndefined();
    expect(findPercentile75('lcp', [{ bucket: getBucket('lcp', 600_000), count: 1 }])).toBe(20_000);
  });

  it.each([
    ['lcp', 2500, 'good'],
    ['lcp', 2501, 'needs_improvement'],
    ['lcp', 4000, 'needs_improvement'],
    ['lcp', 4001, 'poor'],
    ['inp', 200, 'good'],
    ['inp', 500, 'needs_improvement'],
    ['inp', 501, 'poor'],
    ['cls', 0, 'good'],
    ['cls', 0.1, 'good'],
    ['cls', 0.25, 'needs_improvement'],
    ['cls', 0.26, 'poor'],
  ] as const)('%s of %d is %s', (metric, value, rating) => {
    expect(rateWebVital(metric, getBucketUpperBound(metric, getBucket(metric, value)))).toBe(rating);
    expect(rateWebVital(metric, value)).toBe(rating);
  });
});
