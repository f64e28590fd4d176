/** Whose password it is to be. */
export interface PasswordOwner {
  readonly name: string;
  readonly email: string;
}

/** Parts of a name shorter than this say little about a person ("Jo", "van"). */
const SHORTEST_TELLING_PART = 4;

/**
 * Why a password may not be this person's, as a sentence for them; undefined when it may. Refused is what anybody tries
 * first (NIST SP 800-63B, 3.1.1.2): the commonest passwords, and the person's own name or e-mail, whatever their case
 * and whatever digits and signs stand around them. `commonest` holds them in lower case; `minimumLength` is the owner's
 * (specification, point 9: 6).
 */
export function passwordObjection(
  password: string,
  owner: PasswordOwner,
  minimumLength: number,
  commonest: ReadonlySet<string>,
): string | undefined {
  if (password.length < minimumLength) return `Password must be at least ${minimumLength} characters long`;
  if (commonest.has(password.toLowerCase())) {
    return 'This is one of the commonest passwords, which are tried first. Choose another one';
  }
  if (ownWords(owner).has(lettersOf(password)) || lowered(password) === lowered(owner.email)) {
    return 'Choose a password that is not your name or e-mail';
  }
  return undefined;
}

function ownWords({ name, email }: PasswordOwner): Set<string> {
  const parts = [...name.split(/\s+/), ...(email.split('@')[0] ?? '').split(/[^\p{L}\p{N}]+/u)].map(lettersOf);
  const telling = parts.filter(part => part.length >= SHORTEST_TELLING_PART);
  const wholes = [name, email, email.split('@')[0] ?? ''].map(lettersOf);
  return new Set([...telling, ...wholes].filter(word => word !== ''));
}

/** What is left of a text when only letters count, all lower case. */
function lettersOf(text: string): string {
  return lowered(text).replace(/\P{L}+/gu, '');
}

function lowered(text: string): string {
  return text.normalize('NFKC').toLowerCase();
}
