/** Units of quantities on documents. Separate from the contract so pages don't load the validator. */
export const lineUnits = ['hour', 'day', 'piece'] as const;
export type LineUnit = (typeof lineUnits)[number];
