/** A feature that several plans include, with the value in each plan, or whether the plan includes it. */
export interface ComparisonRow {
  readonly label: string;
  readonly values: readonly (string | boolean)[];
}

/** Splits "Pages: up to 8" into label and value. */
function parseFeature(text: string) {
  const [, label = text, value] = /^([^:]{1,40}): (.+)$/.exec(text) ?? [];
  return { label, value };
}

/** Compares plans. Returns a row for each feature that several of them share, and the other features of each plan. */
export function compareFeatures(plans: readonly { readonly features: readonly string[] }[]) {
  const parsed = plans.map(plan => plan.features.map(text => ({ text, ...parseFeature(text) })));
  const labels = new Set(parsed.flat().map(({ label }) => label));
  const rows = [...labels].flatMap((label): ComparisonRow[] => {
    const matches = parsed.map(features => features.filter(feature => feature.label === label));
    if (matches.filter(({ length }) => length > 0).length < 2) return [];
    return [
      {
        label,
        values: matches.map(found => found.flatMap(({ value }) => value ?? []).join(', ') || found.length > 0),
      },
    ];
  });
  const shared = new Set(rows.map(({ label }) => label));
  const others = parsed.map(features => features.filter(({ label }) => !shared.has(label)).map(({ text }) => text));
  return { rows, others };
}
