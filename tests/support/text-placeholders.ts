/** Returns the placeholders of each text, by its path. */
export function placeholdersOf(value: object, path = ''): [string, string[]][] {
  return Object.entries(value).flatMap(([name, text]: [string, unknown]) =>
    typeof text === 'string'
      ? [[path + name, (text.match(/\{\w+\}/g) ?? []).toSorted()] as [string, string[]]]
      : placeholdersOf(text as object, `${path + name}.`),
  );
}
