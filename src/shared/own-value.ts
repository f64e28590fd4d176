/** Returns the value of a key that may be any text, such as `constructor`, which every object inherits. */
export const ownValue = <Value>(values: Readonly<Record<string, Value>>, key: string): Value | undefined =>
  Object.hasOwn(values, key) ? values[key] : undefined;
