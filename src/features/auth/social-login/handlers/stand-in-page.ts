import { escapeHtml } from '#platform/pages/html-document.ts';
import { writeStandInPage } from '#platform/pages/stand-in-page.ts';
import type { PlayedIdentity } from '../providers/stand-in.ts';

/** Invented people, one for each way in which a provider may know somebody. */
const people: readonly (PlayedIdentity & { id: string; note: string })[] = [
  {
    id: 'verified',
    name: 'Nora Lindqvist',
    email: 'nora.lindqvist@mail.example',
    emailVerified: true,
    note: 'verified address',
  },
  {
    id: 'unverified',
    name: 'Tomas Reyes',
    email: 'tomas.reyes@mail.example',
    emailVerified: false,
    note: 'address not verified',
  },
  { id: 'bare', name: 'Kei Watanabe', email: '', emailVerified: false, note: 'without an address' },
];

/** Asks whom somebody plays. */
export function writeChoicePage(provider: string, wrong?: string): string {
  const label = escapeHtml(provider);
  const rows = people.map(
    ({ id, name, email, note }) =>
      `<li><form method="post"><button name="person" value="${id}"><b>${name}</b><small>${email ? `${email}, ` : ''}${note}</small></button></form></li>`,
  );
  return writeStandInPage({
    title: `Stand-in for ${provider}`,
    label: `<b>This is not ${label}.</b> It is a stand-in on this machine, with invented people, for trying out how signing in works.`,
    main: `<h1>Whom do you play at ${label}?</h1>
${wrong ? `<p class="wrong" role="alert">${escapeHtml(wrong)}</p>` : ''}
<ul>
${rows.join('\n')}
</ul>
<form method="post" class="refuse">
<button name="person" value="">Refuse</button>
<span class="soft">as somebody does who wants to tell nothing</span>
</form>
<h2>Somebody else</h2>
<form method="post">
<label>Name <input type="text" name="name" maxlength="80" autocomplete="off"></label>
<label>E-mail <input type="email" name="email" maxlength="254" autocomplete="off"></label>
<label class="check"><input type="checkbox" name="verified" value="yes" checked> ${label} has verified this address</label>
<button name="person" value="other">Continue as this person</button>
</form>`,
  });
}

/** Whom somebody chose; undefined for nobody. What is wrong with the form is told as a sentence. */
export function readChoice(form: URLSearchParams): { identity: PlayedIdentity | undefined } | { wrong: string } {
  const person = form.get('person');
  if (person === '') return { identity: undefined };
  if (person !== 'other') {
    const chosen = people.find(({ id }) => id === person);
    return chosen ? { identity: chosen } : { wrong: 'Choose one of these people.' };
  }
  const name = (form.get('name') ?? '').trim().slice(0, 80);
  const email = (form.get('email') ?? '').trim().slice(0, 254);
  if (name === '' && email === '') return { wrong: 'Give the person a name or an e-mail.' };
  return { identity: { name, email, emailVerified: form.get('verified') === 'yes' } };
}
