import { describe, expect, it } from 'vitest';
import {
  listRequestedFeatures,
  parseChosenServices,
  parseServiceQuantities,
  serializeServices,
} from './requested-services.ts';

describe('requested services', () => {
  const services = [{ id: 'a' }, { id: 'b' }, { id: 'c' }];

  it('are those with a quantity of at least one, in list order', () => {
    const values = { 'quantity-c': '2', 'quantity-a': ' 1 ', 'quantity-b': '00' };
    const chosen = parseChosenServices(values, services);
    expect(chosen).toEqual([
      { id: 'a', quantity: '1' },
      { id: 'c', quantity: '2' },
    ]);
    expect(parseChosenServices(parseServiceQuantities(serializeServices(chosen)), services)).toEqual(chosen);
  });

  it('are listed with their quantity', () => {
    const requested = [
      { id: 'a', title: 'Tables', quantity: 2 },
      { id: 'b', title: 'Maps', quantity: 1 },
    ];
    expect(listRequestedFeatures({ services: requested })).toEqual(['2 × Tables', 'Maps']);
  });
});
