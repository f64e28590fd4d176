/** How many of the commonest passwords are refused, of those that are long enough to be taken at all. */
const REFUSED = 3000;

/** No password is shorter (specification, point 9). */
const SHORTEST = 6;

let loading: Promise<ReadonlySet<string>> | undefined;

/**
 * The commonest passwords of 6 characters and more, in lower case. The list is zxcvbn's, made from passwords
 * that were leaked, by how often each was; it is loaded on first use.
 */
export function loadCommonPasswords(): Promise<ReadonlySet<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(({ dictionary }) => {
    const known = dictionary['passwords-common'].map(password => password.toLowerCase());
    return new Set(known.filter(password => password.length >= SHORTEST).slice(0, REFUSED));
  });
  return loading;
}
