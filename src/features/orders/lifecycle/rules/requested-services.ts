import type { CustomRequest } from '../contract/snapshots.ts';

/** Form values by field name. */
type Values = Readonly<Record<string, string | undefined>>;

export const getQuantityFieldName = (id: string) => `quantity-${id}`;

/** Returns the selected services in list order; an empty or zero quantity selects none. */
export function parseChosenServices(values: Values, services: readonly { readonly id: string }[]) {
  return services
    .map(({ id }) => ({ id, quantity: values[getQuantityFieldName(id)]?.trim() ?? '' }))
    .filter(({ quantity }) => quantity !== '' && !/^0+$/.test(quantity));
}

/** Converts selected services to the draft's query string; `parseServiceQuantities` converts it to form fields. */
export const serializeServices = (chosen: readonly { readonly id: string; readonly quantity: string | number }[]) =>
  new URLSearchParams(chosen.map(({ id, quantity }): [string, string] => [id, String(quantity)])).toString();
export const parseServiceQuantities = (text: string | undefined) =>
  Object.fromEntries(
    [...new URLSearchParams(text ?? '')].map(([id, quantity]) => [getQuantityFieldName(id), quantity]),
  );

/** Returns one line per requested service. */
export function listRequestedFeatures(request: Pick<CustomRequest, 'services'>): string[] {
  return request.services.map(({ title, quantity }) => (quantity === 1 ? title : `${quantity} × ${title}`));
}
