import type { OpenAPI } from '@orpc/contract';
import type { Access } from '#shared/contract.ts';

/** Tags whose capitalized name isn't the title of their group. */
const groupTitles: Readonly<Record<string, string>> = {
  auth: 'Authentication',
  blogs: 'Posts',
  'e-invoices': 'E-invoices',
  'import-export': 'Import and export',
  'two-factor': 'Two-factor authentication',
};

/** Returns the endpoints of an OpenAPI document by tag, in alphabetical order of the titles. */
export function listEndpointGroups(document: OpenAPI.Document) {
  return [...Map.groupBy(listEndpoints(document), ({ tag }) => tag)]
    .map(([tag, endpoints]) => ({
      id: tag,
      title: groupTitles[tag] ?? tag.charAt(0).toUpperCase() + tag.slice(1).replaceAll('-', ' '),
      endpoints,
    }))
    .toSorted((one, other) => one.title.localeCompare(other.title, 'en'));
}

/** Returns the endpoints of an OpenAPI document in order: who may call them, their parameters, and what they return. */
export function listEndpoints(document: OpenAPI.Document) {
  return Object.entries(document.paths ?? {}).flatMap(([path, methods]) =>
    Object.entries(methods ?? {}).flatMap(([method, operation]) => {
      if (typeof operation !== 'object' || Array.isArray(operation) || !('responses' in operation)) return [];
      const parameters = [...((operation.parameters ?? []) as OpenAPI.ParameterObject[]), ...listBodyFields(operation)];
      return [
        {
          id: operation.operationId ?? `${method} ${path}`,
          tag: operation.tags?.[0] ?? 'other',
          method: method.toUpperCase(),
          path,
          access: (operation.security?.[0]?.session?.[0] ?? 'public') as Access,
          summary: operation.summary ?? '',
          parameters: parameters.map(({ name, required = false, schema }) => ({
            name,
            required,
            description: describeSchema(schema),
          })),
          returnedFields: listReturnedFields(operation),
        },
      ];
    }),
  );
}

/** Returns the fields of a JSON body as parameters. */
function listBodyFields({ requestBody }: OpenAPI.OperationObject) {
  const { properties = {}, required = [] } = getJsonSchema(requestBody);
  return Object.entries(properties).map(([name, schema]) => ({ name, required: required.includes(name), schema }));
}

/** Returns the names of the fields of a successful response, or none if it isn't a JSON object. */
function listReturnedFields({ responses = {} }: OpenAPI.OperationObject): string[] {
  const [, response] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? [];
  return Object.keys(getJsonSchema(response).properties ?? {});
}

function getJsonSchema(body: OpenAPI.OperationObject['requestBody'] | OpenAPI.ResponsesObject[string]) {
  const { content } = (body ?? {}) as Partial<OpenAPI.RequestBodyObject>;
  return (content?.['application/json']?.schema ?? {}) as OpenAPI.SchemaObject;
}

/** Bounds that only mean that a number can be stored. */
const isTechnicalBound = (bound: number) => Math.abs(bound) >= 2 ** 31 - 1;

/** Describes a JSON schema in a few words: values, type and bounds. */
export function describeSchema(schema: unknown): string {
  if (typeof schema !== 'object' || schema === null) return 'any value';
  const known: OpenAPI.SchemaObject = schema;
  if (known.enum) return `one of ${known.enum.join(', ')}`;
  const choices = known.anyOf ?? known.oneOf ?? known.allOf;
  if (choices) return [...new Set(choices.map(choice => describeSchema(choice)))].join(' or ');
  const { minimum, maximum } = known;
  const bounds = [
    minimum !== undefined && !isTechnicalBound(minimum) && `from ${minimum}`,
    maximum !== undefined && !isTechnicalBound(maximum) && `to ${maximum}`,
    known.maxLength !== undefined && `at most ${known.maxLength.toLocaleString('en')} characters`,
    known.default !== undefined && `default ${known.default}`,
    known.description,
  ];
  return [describeType(known), ...bounds.filter(Boolean)].join(', ');
}

const formats: Readonly<Record<string, string>> = {
  date: 'date',
  'date-time': 'time',
  email: 'email address',
  uri: 'URL',
};

function describeType(schema: OpenAPI.SchemaObject): string {
  const { type, format = '' } = schema;
  if (type === 'array') return 'items' in schema ? `list of: ${describeSchema(schema.items)}` : 'list';
  return formats[format] ?? (typeof type === 'string' ? type : 'value');
}
