/** How clients pay by hand (term 3), each method with what they are told to do. */
const byHand = [
  ['bank', 'Bank transfer'],
  ['bkash', 'bKash'],
  ['nagad', 'Nagad'],
] as const;

/** What a document says about paying: the methods that the owner has set up, in the order of the term. */
export function howToPay(
  instructions: Readonly<Record<(typeof byHand)[number][0], string | null>>,
): { readonly method: string; readonly text: string }[] {
  return byHand.flatMap(([name, method]) => {
    const text = instructions[name]?.trim();
    return text ? [{ method, text }] : [];
  });
}
