import type { ElicitationContent, ElicitationField } from '../../state/elicitation.ts'
import { fail, ok, type Result } from '../../../lib/result.ts'
import { isObject, stringAt, type JsonObject, listIn } from '../../../protocol/wire/message.ts'
import type { WireProblem } from '../../../protocol/wire/wire-problem.ts'
import { badRequest, notedRequest } from '../exchange-problems.ts'
import { readElicitationField } from './read-elicitation-field.ts'

export interface ParsedElicitation {
  /** null: it belongs to a request of the client (`requestId`) and not to a session; undefined: it does not say. */
  readonly sessionId: string | null | undefined
  /** Only in vendor requests: finds the session if they name none. */
  readonly toolCallId?: string | null
  readonly message: string
  readonly mode: ElicitationContent
  /** Defects that do not prevent showing and answering it. */
  readonly problems: readonly WireProblem[]
}

/** Fields of a form that are shown. */
const maxFields = 10_000
/** Problems with one form that are reported. */
const maxProblems = 20
/** In characters. */
const maxUrlLength = 8000

/**
 * Reads the params of `elicitation/create`, of both versions. Fails on an unknown mode, a missing or too long URL, a malformed
 * schema, a form whose fields are all unusable, and an unusable required field. Never throws.
 * https://agentclientprotocol.com/protocol/elicitation
 */
export function readElicitation(params: unknown): Result<ParsedElicitation, WireProblem> {
  if (!isObject(params)) return fail(badRequest('an elicitation without params', 'params', params))
  const problems: WireProblem[] = []
  const mode = readMode(params, problems)
  if (!mode.ok) return mode
  const message = stringAt(params, 'message')
  if (message === undefined)
    problems.push(notedRequest('an elicitation without a message', 'params.message', params))
  const hasRequestId = (params['requestId'] ?? null) !== null
  const sessionId = stringAt(params, 'sessionId') ?? (hasRequestId ? null : undefined)
  if (sessionId === undefined)
    problems.push(notedRequest('an elicitation without a sessionId or requestId', 'params.sessionId', params))
  return ok({ sessionId, message: message ?? '', mode: mode.value, problems: limitedProblems(problems) })
}

function readMode(params: JsonObject, problems: WireProblem[]): Result<ElicitationContent, WireProblem> {
  const name = params['mode'] ?? ('url' in params ? 'url' : 'form')
  if (name === 'form') return readForm(params['requestedSchema'], problems)
  if (name === 'url') return readUrl(params, problems)
  return fail(badRequest('an elicitation of a mode that this client does not know', 'params.mode', name))
}

function readUrl(params: JsonObject, problems: WireProblem[]): Result<ElicitationContent, WireProblem> {
  const url = stringAt(params, 'url')?.trim() ?? ''
  if (url === '') return fail(badRequest('an elicitation of mode url without a url', 'params.url', params))
  if (url.length > maxUrlLength)
    return fail(badRequest(`a url of more than ${maxUrlLength} characters is not shown`, 'params.url', url))
  const elicitationId = stringAt(params, 'elicitationId') ?? null
  if (elicitationId === null)
    problems.push(notedRequest('a url without an elicitationId', 'params.elicitationId', params))
  return ok({ type: 'url', url, elicitationId })
}

const schemaPath = 'params.requestedSchema'

function readForm(schema: unknown, problems: WireProblem[]): Result<ElicitationContent, WireProblem> {
  if (!isObject(schema)) return fail(badRequest('a form without a requestedSchema', schemaPath, schema))
  const properties = schema['properties'] ?? {}
  if (!isObject(properties))
    return fail(badRequest('the properties of a form are not an object', `${schemaPath}.properties`, schema))
  const names = Object.keys(properties)
  /** Loses each name as its field is reached. */
  const unseenRequired = readRequired(schema, problems)
  const fields: ElicitationField[] = []
  for (const name of names.slice(0, maxFields)) {
    const isRequired = unseenRequired.delete(name)
    const path = `${schemaPath}.properties.${name.slice(0, 60)}`
    const { field, notes } = readElicitationField(name, properties[name], isRequired)
    if (field === null && isRequired) {
      const [note] = notes.slice(-1)
      const text = `a required field cannot be asked for: ${note?.text ?? ''}`
      return fail(badRequest(text, `${path}${note?.path ?? ''}`, properties[name]))
    }
    if (field !== null) fields.push(field)
    for (const note of notes) {
      const problem = notedRequest(note.text, `${path}${note.path}`, properties[name])
      problems.push(field === null ? { ...problem, weight: 'rejected' } : problem)
    }
  }
  if (names.length > 0 && fields.length === 0)
    return fail(
      badRequest('none of the fields of a form can be asked for', `${schemaPath}.properties`, schema),
    )
  const [missing] = unseenRequired
  if (missing !== undefined) {
    if (names.length > maxFields && Object.hasOwn(properties, missing))
      return fail(
        badRequest(
          `a required field of a form is not among its first ${maxFields} fields`,
          schemaPath,
          missing,
        ),
      )
    problems.push(
      notedRequest('a required field does not exist in the form', `${schemaPath}.required`, missing),
    )
  }
  if (names.length > maxFields) {
    const text = `only the first ${maxFields} of ${names.length} fields are shown`
    problems.push(badRequest(text, `${schemaPath}.properties`, names[maxFields]))
  }
  const title = stringAt(schema, 'title') ?? null
  return ok({ type: 'form', title, description: stringAt(schema, 'description') ?? null, fields })
}

function readRequired(schema: JsonObject, problems: WireProblem[]): Set<string> {
  const required = schema['required'] ?? []
  const names = listIn(required)
  const areAllNames = Array.isArray(required) && names.every((name) => typeof name === 'string')
  if (!areAllNames)
    problems.push(
      notedRequest('the required fields are not a list of names', `${schemaPath}.required`, required),
    )
  return new Set(names.filter((name) => typeof name === 'string'))
}

/** Limited, so that one form cannot fill the list of problems. */
function limitedProblems(problems: readonly WireProblem[]): readonly WireProblem[] {
  if (problems.length <= maxProblems) return problems
  const text = `${problems.length - maxProblems + 1} more problems with this form`
  return [...problems.slice(0, maxProblems - 1), notedRequest(text, schemaPath, undefined)]
}
