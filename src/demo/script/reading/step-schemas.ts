import * as z from 'zod/mini'
import { stepKindsOf } from '../step-kinds.ts'
import {
  amount,
  answers,
  condition,
  count,
  fileName,
  keyed,
  name,
  object,
  planChange,
  seconds,
  stream,
  text,
  textChange,
  toolKind,
  value,
} from './script-values.ts'

/** The message of an issue about a step with no kind, or with several. */
export const notOneStep = 'one step, as in `- say: Hello`'

export type StepKind = keyof typeof schemas
export type StepOf<K extends StepKind> = z.output<(typeof schemas)[K]>
export type ScriptStep = { [K in StepKind]: StepOf<K> }[StepKind]
/** An interface, since a type cannot contain itself by way of the schemas. */
export interface ScriptSteps extends ReadonlyArray<ScriptStep> {}

/** A step, checked by the schema of its kind alone, so that messages are about that kind. */
const step = z.pipe(
  z.unknown(),
  z.transform((given, context): unknown => {
    const kinds = typeof given === 'object' && given !== null ? stepKindsOf(given, stepKinds) : []
    const [kind, other] = kinds
    if (kind === undefined || other !== undefined) {
      context.issues.push({ code: 'custom', input: given, path: [], message: notOneStep })
      return z.NEVER
    }
    const parsed = schemas[kind].safeParse(given)
    if (parsed.success) return parsed.data
    const issues = parsed.error.issues.map((issue) => ({ ...issue, input: given }))
    context.issues.push(...(issues as z.core.$ZodRawIssue[]))
    return z.NEVER
  }),
)

export const steps = z.array(
  step,
  'a list of steps, each with a dash before it',
) as z.ZodMiniType<ScriptSteps>

const option = keyed(
  {
    id: name,
    name: text,
    kind: z.literal(
      ['allow_once', 'allow_always', 'reject_once', 'reject_always'],
      'allow_once, allow_always, reject_once or reject_always',
    ),
    steps: z.exactOptional(steps),
  },
  'an option: id, name, kind and steps',
)
const options = z
  .array(option, 'a list of options, each with id, name and kind')
  .check(z.minLength(1, 'a list with at least one option'))
const place = { path: z.exactOptional(text), input: z.exactOptional(object) }
/** How long the agent waits for an answer, and what is played without one. */
const patience = { within: z.exactOptional(seconds), otherwise: z.exactOptional(steps) }
const answered = { accepted: z.exactOptional(steps), declined: z.exactOptional(steps) }
const when = z.exactOptional(condition)

/** The steps, by the key that names their kind. */
const schemas = {
  wait: stepSchema({ wait: seconds }),
  title: stepSchema({ title: text }),
  say: stepSchema({ say: text }),
  think: stepSchema({ think: text }),
  caption: stepSchema({ caption: text }),
  /** Changes the plan and sends it, in pieces where it is streamed. */
  plan: stepSchema({ plan: name, stream: z.exactOptional(stream), ...planChange }),
  /** Changes the plan without sending it. */
  prepare: stepSchema({ prepare: name, ...planChange }),
  remove: stepSchema({ remove: name, id: z.exactOptional(text) }),
  tool: stepSchema({
    tool: text,
    id: z.exactOptional(text),
    kind: z.exactOptional(toolKind),
    ...place,
    output: z.exactOptional(text),
    status: z.exactOptional(z.literal(['completed', 'failed'], 'completed or failed')),
    /** The status of its command. */
    exitCode: z.exactOptional(count),
    /** What it changes in the file at its path; without `old`, the file is new. */
    diff: z.exactOptional(
      keyed({ old: z.exactOptional(text), new: text }, 'the texts `old` and `new`, or `new` alone'),
    ),
    /** How long it runs, or what is played meanwhile. */
    seconds: z.exactOptional(seconds),
    during: z.exactOptional(steps),
  }),
  ask: stepSchema({
    ask: text,
    id: z.exactOptional(text),
    kind: z.exactOptional(toolKind),
    ...place,
    text: z.exactOptional(text),
    options,
    ...patience,
  }),
  /** A permission request that asks whether to carry out the plan with this text. */
  propose: stepSchema({
    propose: text,
    title: z.exactOptional(text),
    id: z.exactOptional(text),
    options,
    ...patience,
  }),
  form: stepSchema({ form: text, schema: object, ...answered }),
  page: stepSchema({
    page: text,
    url: text,
    id: z.exactOptional(text),
    /** The time until `elicitation/complete`. */
    seconds: z.exactOptional(seconds),
    ...answered,
  }),
  /** A request that is not part of ACP. */
  request: stepSchema({
    request: name,
    params: object,
    /** What is played for each `outcome` of the client's answer. */
    outcomes: z.exactOptional(
      z.record(z.string(), steps, 'outcomes, each with its steps, as in { accepted: […] }'),
    ),
    /** For any other answer, and for an error. */
    otherwise: z.exactOptional(steps),
    /** The field of the answer with the user's text, which is kept as an answer of that name. */
    words: z.exactOptional(name),
  }),
  /** Sets answers, as if a form had been filled in. */
  answers: stepSchema({ answers }),
  set: stepSchema({
    set: z.record(
      z.string(),
      z.union([z.string(), z.boolean()], 'the value of a choice, true or false'),
      'settings by their ids, each with its value',
    ),
  }),
  usage: stepSchema({ usage: amount, size: amount, cost: z.exactOptional(amount) }),
  notice: stepSchema({
    notice: text,
    severity: z.exactOptional(z.literal(['info', 'warning', 'error'], 'info, warning or error')),
    description: z.exactOptional(text),
  }),
  subagent: stepSchema({
    subagent: name,
    title: z.exactOptional(text),
    description: z.exactOptional(text),
    state: z.exactOptional(z.literal(['running', 'idle'], 'running or idle')),
  }),
  /** Played in the sub-agent's session. */
  as: stepSchema({ as: name, do: steps }),
  write: stepSchema({ write: fileName, ...textChange }),
  replace: stepSchema({ replace: fileName, ...textChange }),
  delete: stepSchema({ delete: fileName }),
  stderr: stepSchema({ stderr: text }),
  /** A `session/update` that is sent as it is. */
  raw: stepSchema({ raw: z.unknown() }),
  /** A message that is sent as it is. */
  frame: stepSchema({ frame: object }),
  /** A line that is sent as it is, JSON or not. */
  line: stepSchema({ line: text }),
  play: stepSchema({
    play: name,
    with: z.exactOptional(z.record(z.string(), value, 'names, each with its value')),
  }),
  /** Plays the steps for each value of a list, of a list that another `for` or `with` has set, or of the numbers 1 to N. */
  for: stepSchema({
    for: z.record(
      z.string(),
      z.union([z.array(value), z.string(), count], 'a list, the name of one, or a whole number'),
      'a name and the list that it goes through, as in { file: [a.ts, b.ts] }',
    ),
    do: steps,
  }),
  /** A short plan made of the sentences of a text, and worked through. */
  reply: stepSchema({ reply: text }),
  stop: stepSchema({
    stop: z.literal(
      ['end_turn', 'max_tokens', 'max_turn_requests', 'refusal', 'cancelled'],
      'end_turn, max_tokens, max_turn_requests, refusal or cancelled',
    ),
  }),
  exit: stepSchema({ exit: count.check(z.maximum(255, 'an exit status from 0 to 255')) }),
}

export const stepKinds = Object.keys(schemas) as readonly StepKind[]

function stepSchema<S extends z.core.$ZodLooseShape>(shape: S): z.ZodMiniObject<S & { when: typeof when }> {
  return keyed({ ...shape, when }, notOneStep)
}
