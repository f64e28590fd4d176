import { describe, expect, it } from 'vitest';
import { documentLanguages } from '#features/billing/contract/document-design.ts';
import { placeholdersOf } from '#tests/support/text-placeholders.ts';
import { getPaymentEmailTexts } from './email-texts.ts';

describe('texts of the emails about payments', () => {
  it.each(documentLanguages)('in %s are complete, with the placeholders of the English ones', language => {
    // English greets by first name.
    const { greeting, ...texts } = getPaymentEmailTexts(language);
    const { greeting: _english, ...english } = getPaymentEmailTexts('en');
    expect(greeting).toMatch(language === 'en' ? '{firstName}' : '{name}');
    expect(placeholdersOf(texts)).toEqual(placeholdersOf(english));
    expect(JSON.stringify(texts)).not.toContain('""');
  });
});
