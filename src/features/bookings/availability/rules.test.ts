import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatTimeRanges, parseTimeInput, parseTimeRanges, readTimeRangeInputs, toTimeInputValue } from './rules.ts';

describe('time range inputs', () => {
  it('are formatted and parsed back', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1439 }), minute => {
        expect(parseTimeInput(toTimeInputValue(minute))).toBe(minute);
      }),
    );
    expect(['24:00', '9:00', '12:60', ''].map(parseTimeInput)).toEqual([null, null, null, null]);
  });

  it('omit empty ranges, end the day at 00:00, and reject incomplete ranges', () => {
    const form = {
      'a.0.from': '09:00',
      'a.0.until': '12:30',
      'a.2.from': '20:00',
      'a.2.until': '00:00',
      'a.3.from': '21:00',
    };
    expect(parseTimeRanges(readTimeRangeInputs(form, 'a', 12))).toEqual([
      { from: 540, until: 750 },
      { from: 1200, until: 1440 },
      { from: 1440, until: 0 },
    ]);
    expect(formatTimeRanges([{ from: 540, until: 1440 }])).toBe('09:00–24:00');
    expect(formatTimeRanges([])).toBe('Closed');
  });
});
