import type { Interval } from '../contract/constants.ts';

export const intervalLabels: Readonly<Record<Interval, string>> = {
  month: 'Every month',
  quarter: 'Every 3 months',
  year: 'Every year',
};
