import type { OpenAPI } from '@orpc/contract';

/** Returns the endpoints of an OpenAPI document in order, with their parameters. */
export function listEndpoints(document: OpenAPI.Document) {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).flatMap(([method, operation]) => {
      if (typeof operation !== 'object' || Array.isArray(operation) || !('responses' in operation)) return [];
      const parameters = [...((operation.parameters ?? []) as OpenAPI.ParameterObject[]), ...listBodyFields(operation)];
      return [
        {
          group: operation.tags?.[0] ?? 'other',
          method: method.toUpperCase(),
          path,
          summary: operation.summary ?? '',
          parameters: parameters.map(parameter => ({
            name: parameter.name,
            required: parameter.required ?? false,
            description: describeSchema(parameter.schema),
          })),
        },
      ];
    }),
  );
}

/** Returns the fields of a JSON body as parameters. */
function listBodyFields({ requestBody }: OpenAPI.OperationObject) {
  const { content } = (requestBody ?? {}) as Partial<OpenAPI.RequestBodyObject>;
  const { properties = {}, required = [] } = (content?.['application/json']?.schema ?? {}) as OpenAPI.SchemaObject;
  return Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }));
}

/** Describes a JSON schema in a few words: values, type and bounds. */
export function describeSchema(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return 'any value';
  const known: OpenAPI.SchemaObject = schema;
  if (known.enum) return `one of ${known.enum.join(', ')}`;
  const choices = known.anyOf ?? known.oneOf ?? known.allOf;
  if (choices) return [...new Set(choices.map(choice => describeSchema(choice)))].join(' or ');
  const bounds = [
    known.minimum !== undefined && `from ${known.minimum}`,
    known.maximum !== undefined && `to ${known.maximum}`,
    known.maxLength !== undefined && `at most ${known.maxLength} characters`,
    known.default !== undefined && `default ${known.default}`,
  ].filter(bound => bound !== false);
  return [known.type ?? 'value', ...bounds].join(', ');
}
