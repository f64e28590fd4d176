import type { Metric } from '../contract/limits.ts';

export function formatCount(count: number): string {
  return count.toLocaleString('en-US');
}

/** Formats a change in percent, with its sign. */
export function formatPercentChange(percent: number): string {
  return `${percent > 0 ? '+' : percent < 0 ? '\u2212' : '±'}${Math.abs(percent).toLocaleString('en-US')}%`;
}

/** Formats a share in percent. */
export function formatShare(part: number, whole: number): string {
  if (whole === 0) return '0%';
  const percent = (part / whole) * 100;
  return percent > 0 && percent < 1 ? '<1%' : `${Math.round(percent)}%`;
}

/** Formats a metric: milliseconds, or seconds above one; CLS without a unit. */
export function formatWebVital(metric: Metric, value: number): string {
  if (metric === 'cls') return value.toFixed(2);
  return metric === 'lcp' ? `${(value / 1000).toFixed(2)} s` : `${Math.round(value)} ms`;
}

const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' });

/** Formats the label of a point in a time series. */
export function formatIntervalStart(interval: 'hour' | 'day' | 'month', at: string): string {
  if (interval === 'hour') return at;
  return (interval === 'day' ? dayFormat : monthFormat).format(new Date(`${at}T00:00:00Z`)).replace('Sept', 'Sep');
}
