/** Returns the first word of a name; the full name if that word is an initial or a title such as "Dr." */
export const getFirstName = (name: string) => /^[^\s.,]+(?=\s)/.exec(name)?.[0] ?? name;
