import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toQrSvgPath } from './qr.ts';

/** Returns which modules a path fills. */
function filled(path: string, size: number): boolean[][] {
  const modules = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, length] of path.matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    for (let step = 0; step < Number(length); step++) (modules[Number(y)] ?? [])[Number(x) + step] = true;
  }
  return modules;
}

describe('the path of a QR code', () => {
  it('fills exactly the dark modules', () => {
    const square = fc
      .integer({ min: 1, max: 30 })
      .chain(size =>
        fc.array(fc.array(fc.boolean(), { minLength: size, maxLength: size }), { minLength: size, maxLength: size }),
      );
    fc.assert(
      fc.property(square, modules => {
        expect(filled(toQrSvgPath(modules), modules.length)).toEqual(modules);
      }),
    );
  });

  it('consists only of moves and lines', () => {
    expect(toQrSvgPath([[true, true, false, true]])).toBe('M0 0h2v1h-2zM3 0h1v1h-1z');
    expect(toQrSvgPath([[false]])).toBe('');
  });
});
