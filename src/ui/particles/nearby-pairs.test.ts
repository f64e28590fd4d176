import fc from 'fast-check';
import { expect, it } from 'vitest';
import { forEachNearbyPair } from './nearby-pairs.ts';

const place = fc.record({ x: fc.integer({ min: -90, max: 700 }), y: fc.integer({ min: -90, max: 900 }) });
const places = fc.array(place, { maxLength: 60 });

it('finds each nearby pair once with its distance, and no others', () => {
  fc.assert(
    fc.property(places, fc.integer({ min: 1, max: 300 }), (points, reach) => {
      const found: [number, number, number][] = [];
      forEachNearbyPair(points, reach, (one, other, distance) => {
        const [first, second] = [points.indexOf(one), points.indexOf(other)];
        found.push([Math.min(first, second), Math.max(first, second), distance]);
      });
      const near = points.flatMap((one, first) =>
        points.slice(first + 1).flatMap((other, further): [number, number, number][] => {
          const distance = Math.hypot(one.x - other.x, one.y - other.y);
          return distance < reach ? [[first, first + 1 + further, distance]] : [];
        }),
      );
      const sorted = (pairs: [number, number, number][]) => pairs.map(pair => pair.join(' ')).toSorted();
      expect(sorted(found)).toEqual(sorted(near));
    }),
  );
});
