import { type LintRule, pages } from '../lint-rule.ts'

const words = {
  1: 'The schema lists the values, and one of them is required.',
  2: 'Custom values MUST begin with _; others that the schema does not list are reserved.',
} as const
const mendWords = {
  1: 'Use one of the listed values.',
  2: 'Use one of the listed values, or begin your own with an underscore.',
} as const

/** What only the schema finds; `SchemaFindings` chooses the rule. Decoders find the other rules of the schema, too. */
export const schemaRules: readonly LintRule[] = [
  {
    id: 'bad-message',
    severity: 'error',
    title: 'a message that is not JSON-RPC 2.0',
    says: 'Messages are JSON-RPC 2.0: jsonrpc is required and “2.0”; a response has a result or an error, an error a whole number as code and a message.',
    page: pages.jsonrpc,
    mend: 'Send the fields of JSON-RPC 2.0, with their types.',
  },
  {
    id: 'method-unknown',
    severity: 'error',
    title: 'a method that the version does not have',
    says: {
      1: 'Methods that begin with an underscore are free for extensions; all other names are reserved.',
      2: 'Methods of extensions MUST begin with an underscore; all other names are reserved.',
    },
    page: pages.extensibility,
    mend: 'Call the methods of the negotiated version, and begin the names of your own with an underscore.',
  },
  {
    id: 'status-unknown',
    severity: 'error',
    title: 'a status of an entry that the version does not have',
    says: words,
    page: pages.plan,
    mend: mendWords,
    effect: 'The status is shown as it came, and the step does not count as done.',
  },
  {
    id: 'priority-unknown',
    severity: 'error',
    title: 'a priority of an entry that the version does not have',
    says: words,
    page: pages.plan,
    mend: mendWords,
    effect: 'The priority is shown as it came.',
  },
  {
    id: 'plan-type-unknown',
    severity: 'error',
    title: 'a type of plan that the version does not have',
    says: words,
    page: { 1: pages.draftSchema[1], 2: pages.plan[2] },
    mend: mendWords,
    effect: 'It is shown as JSON.',
  },
  {
    id: 'custom-name',
    severity: 'error',
    title: 'a value of its own that the version has no place for',
    says: {
      1: 'The schema lists the values; others are reserved, and clients do not show them.',
      2: 'Custom values MUST begin with _; others that the schema does not list are reserved.',
    },
    page: pages.extensibility,
    mend: { 1: 'Use one of the listed values, and put what is your own into _meta.', 2: mendWords[2] },
  },
  {
    id: 'path-relative',
    severity: 'error',
    title: 'a path that is not absolute',
    says: 'All file paths in the protocol MUST be absolute.',
    page: pages.paths,
    mend: 'Resolve paths against the working directory of the session before they are sent.',
  },
  {
    id: 'extra-field',
    severity: 'note',
    title: 'a field that the schema does not have',
    says: 'Custom fields belong in _meta: other names are reserved for later versions. Clients ignore them, or reject the message.',
    page: pages.extensibility,
    mend: 'Put it into _meta.',
  },
  {
    id: 'unstable',
    severity: 'note',
    title: 'something of the unstable schema',
    says: 'What is not in the stable schema may change, and no capability has agreed on it here.',
    page: pages.draftSchema,
    mend: 'Send it where the other side offers to read it.',
  },
]
