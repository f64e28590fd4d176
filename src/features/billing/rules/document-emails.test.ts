import { describe, expect, it } from 'vitest';
import { documentEmailKinds, documentLanguages } from '../contract/document-design.ts';
import {
  fillPlaceholders,
  findPlaceholderProblem,
  getDefaultEmailText,
  listPlaceholders,
  getSamplePlaceholders,
} from './document-emails.ts';

describe('default texts', () => {
  const all = documentEmailKinds.flatMap(kind => documentLanguages.map(language => [kind, language] as const));

  it.each(all)('of %s in %s have known placeholders, and the same facts as in English', (kind, language) => {
    const { subject, body } = getDefaultEmailText(kind, language);
    for (const text of [subject, body]) expect(findPlaceholderProblem(text, kind)).toBeUndefined();
    const facts = (text: string) =>
      listPlaceholders(kind).filter(name => /amount|due_date/.test(name) && text.includes(`{{${name}}}`));
    expect(facts(body)).toEqual(facts(getDefaultEmailText(kind, 'en').body));
    expect(fillPlaceholders(subject + body, getSamplePlaceholders(kind, language, 'Mara'), language)).not.toMatch(
      /[{}]|undefined/,
    );
  });
});

describe('placeholders', () => {
  it.each([
    ['Hi {{first_name}}', undefined],
    ['Hi {{ first_name }}', undefined],
    ['Hi {{nickname}}', /no placeholder \{\{nickname\}\}/],
    ['Paid: {{amount_paid}}', /no placeholder \{\{amount_paid\}\}/],
    ['{{}}', /no placeholder \{\{\}\}/],
    ['Hi {{first_name}', /two braces/],
    ['Hi }}', /two braces/],
    ['A {brace} is text', undefined],
  ])('in %j are checked', (text, problem) => {
    const found = findPlaceholderProblem(text, 'invoice');
    if (problem) expect(found).toMatch(problem);
    else expect(found).toBeUndefined();
  });

  it('are replaced once, so values can contain braces', () => {
    const values = { client_name: '{{amount_due}} & <b>', amount_due: '$1' };
    expect(fillPlaceholders('{{client_name}}: {{ amount_due }}', values, 'en')).toBe('{{amount_due}} & <b>: $1');
  });

  it.each([
    ['en', 'Invoice 2026-0001', 'Invoice 2026-0001: this reduces invoice 2026-0001.\nInvoice 2026-0001'],
    ['fr', 'Facture 2026-0001', 'Facture 2026-0001: this reduces facture 2026-0001.\nFacture 2026-0001'],
    ['de', 'Rechnung 2026-0001', 'Rechnung 2026-0001: this reduces Rechnung 2026-0001.\nRechnung 2026-0001'],
  ] as const)('have no capital inside a sentence if they name a document (%s)', (language, title, expected) => {
    const values = { document: title, related_document: title };
    const text = '{{document}}: this reduces {{related_document}}.\n{{document}}';
    expect(fillPlaceholders(text, values, language)).toBe(expected);
  });
});
