import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listPaymentInstructions } from './payment-instructions.ts';

describe('term 3: the manual payment instructions of a document', () => {
  it("show the owner's text and omit methods without instructions", () => {
    expect(
      listPaymentInstructions({
        bankTransferInstructions: ' IBAN DE00 ',
        bkashInstructions: '  ',
        nagadInstructions: null,
      }),
    ).toEqual([{ method: 'Bank transfer', text: 'IBAN DE00' }]);
  });

  it('list each configured method once, in the order of the term', () => {
    const text = fc.option(fc.string({ maxLength: 40 }));
    fc.assert(
      fc.property(text, text, text, (bankTransferInstructions, bkashInstructions, nagadInstructions) => {
        const set = [
          ['Bank transfer', bankTransferInstructions],
          ['bKash', bkashInstructions],
          ['Nagad', nagadInstructions],
        ].filter(([, written]) => written?.trim());
        expect(
          listPaymentInstructions({ bankTransferInstructions, bkashInstructions, nagadInstructions }).map(
            ({ method }) => method,
          ),
        ).toEqual(set.map(([method]) => method));
      }),
    );
  });
});
