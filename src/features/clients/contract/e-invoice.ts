import { z } from 'zod';
import {
  addressSchemes,
  checkElectronicAddress,
  eInvoiceFormats,
  findLeitwegProblem,
} from '#features/e-invoices/contract/constants.ts';
import { singleLineText } from '#shared/contract.ts';

const line = (max: number) => singleLineText.trim().max(max);

const fields = {
  /** Attached to the email of new invoices; empty for none. */
  eInvoiceFormat: z.enum(['', ...eInvoiceFormats], 'Choose a format.'),
  /** EN 16931 BT-10, such as a Leitweg-ID. */
  buyerReference: line(120),
  electronicAddressScheme: line(4),
  electronicAddress: line(254),
};

/** How a client gets e-invoices. */
export const eInvoiceSettings = z.object(fields);
export type EInvoiceSettings = z.infer<typeof eInvoiceSettings>;

const knownScheme = fields.electronicAddressScheme.refine(
  scheme => scheme === '' || Object.hasOwn(addressSchemes, scheme),
  'Choose the type of this address.',
);

/** The same as entered. Returns the electronic address without spaces. */
export const eInvoiceInput = z
  .strictObject({ ...fields, electronicAddressScheme: knownScheme })
  .transform((entered, context): EInvoiceSettings => {
    const fail = (field: keyof EInvoiceSettings, message: string) =>
      context.addIssue({ code: 'custom', path: [field], message });
    const { electronicAddressScheme: scheme, electronicAddress: value, eInvoiceFormat: format } = entered;
    const checked = checkElectronicAddress({ scheme, value });
    if ('problem' in checked) fail('electronicAddress', checked.problem);
    const problem = format.startsWith('xrechnung') ? findLeitwegProblem(entered.buyerReference) : null;
    if (problem !== null) fail('buyerReference', problem);
    const address = 'address' in checked ? checked.address : null;
    return { ...entered, electronicAddressScheme: address?.scheme ?? '', electronicAddress: address?.value ?? '' };
  });
