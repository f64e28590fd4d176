/** Returns the storage key of a file of an order. */
export const getFileKey = (id: string) => `orders/${id}`;
