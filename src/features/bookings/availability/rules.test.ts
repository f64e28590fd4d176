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
      { startMinute: 540, endMinute: 750 },
      { startMinute: 1200, endMinute: 1440 },
      { startMinute: 1440, endMinute: 0 },
    ]);
    expect(formatTimeRanges([{ startMinute: 540, endMinute: 1440 }])).toBe('09:00–24:00');
    expect(formatTimeRanges([])).toBe('Unavailable');
  });
});
