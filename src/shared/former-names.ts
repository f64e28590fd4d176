/** Returns an object with its fields' former names replaced by the current ones; anything else unchanged. */
export function renameFormerFields(value: unknown, names: Readonly<Record<string, string>>): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, content]) => [Object.hasOwn(names, name) ? names[name] : name, content]),
  );
}
