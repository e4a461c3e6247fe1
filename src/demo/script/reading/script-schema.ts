import * as z from 'zod/mini'
import { condition, entry, fileName, keyed, name, seconds, text } from './script-values.ts'
import { steps, type ScriptStep, type ScriptSteps } from './step-schemas.ts'

const choice = keyed(
  { value: text, name: text, description: z.exactOptional(text) },
  'a choice: value, name and description',
)
const choices = z
  .array(choice, 'a list of choices, each with value and name')
  .check(z.minLength(1, 'a list with at least one choice'))
/** With the category `mode` it is v1's session mode too. A boolean value makes it a switch. */
const setting = keyed(
  {
    id: name,
    name: text,
    description: z.exactOptional(text),
    category: z.exactOptional(text),
    value: z.union([z.string(), z.boolean()], 'the value of a choice, true or false'),
    choices: z.exactOptional(choices),
    groups: z.exactOptional(
      z.array(
        keyed({ id: name, name: text, choices }, 'a group: id, name and choices'),
        'a list of groups, each with id, name and choices',
      ),
    ),
  },
  'a setting: id, name, value and choices',
)
const command = keyed(
  { name, description: text, hint: z.exactOptional(text) },
  'a command: name, description and hint',
)
const login = keyed(
  {
    id: name,
    name: text,
    description: z.exactOptional(text),
    seconds: z.exactOptional(seconds),
    /** The error of a login that fails. */
    failure: z.exactOptional(text),
    /** Arguments of the agent's own command, for a login in a terminal. */
    args: z.exactOptional(z.array(text, 'a list of arguments')),
    /** An environment variable: the user is logged in when the agent was started with it. */
    variable: z.exactOptional(name),
  },
  'a way to log in: id and name',
)
const aPlan = 'a plan: items, markdown or file, and only one of them'
/**
 * The first content of a plan. Without `id`, a checklist is the one anonymous plan of v1, and other plans have their name as
 * id. `field`: the field of the id on the wire (`planId` by default).
 */
const plan = keyed(
  {
    id: z.exactOptional(text),
    field: z.exactOptional(z.literal(['id', 'planId'], 'id or planId')),
    items: z.exactOptional(z.array(entry, 'a list of entries')),
    markdown: z.exactOptional(text),
    file: z.exactOptional(fileName),
  },
  aPlan,
).check(
  z.refine(
    (plan) => Object.keys(plan).filter((key) => ['items', 'markdown', 'file'].includes(key)).length === 1,
    aPlan,
  ),
)
/**
 * The first turn whose `when` holds is played. If none does, the turns without a `when` are played in their order, the last one
 * repeatedly. A turn that is played again begins with the state that it had the first time.
 */
const turn = keyed(
  { when: z.exactOptional(condition), prompt: z.exactOptional(text), steps },
  'a turn: steps, and when or prompt',
)

/** The schema of a script. Its names are checked apart from it (`check-uses.ts`). */
export const scriptSchema = keyed(
  {
    /** One line for `demo --list`. */
    title: z.exactOptional(text),
    /** About how long it takes. */
    seconds: z.exactOptional(seconds),
    /** What the client sends to start it. */
    prompt: z.exactOptional(text),
    /** The folder of the pretended project, which relative paths begin at. */
    root: z.exactOptional(text),
    settings: z.exactOptional(z.array(setting, 'a list of settings')),
    commands: z.exactOptional(z.array(command, 'a list of commands')),
    logins: z.exactOptional(z.array(login, 'a list of ways to log in')),
    plans: z.exactOptional(z.record(z.string(), plan, 'plans by their names')),
    /** Steps that are played from more than one place. */
    parts: z.exactOptional(z.record(z.string(), steps, 'lists of steps by their names')),
    /** What is played for each prompt; `turns` where that differs. */
    steps: z.exactOptional(steps),
    turns: z.exactOptional(
      z
        .array(turn, 'a list of turns, each with steps')
        .check(z.minLength(1, 'a list with at least one turn')),
    ),
  },
  'a scenario: an object with steps or turns',
)

/** A scenario as it is written in a file. */
export type Script = z.output<typeof scriptSchema>
export type ScriptTurn = z.output<typeof turn>
export type ScriptSetting = z.output<typeof setting>
export type ScriptLogin = z.output<typeof login>
export type ScriptPlan = z.output<typeof plan>
export type DemoChoice = z.output<typeof choice>
export type DemoCommand = z.output<typeof command>

export interface PlacedStep {
  readonly step: ScriptStep
  readonly path: readonly (string | number)[]
}

/** All steps of a script, depth first: a step before those inside of it. */
export function* allSteps({ steps, turns, parts }: Script): Generator<PlacedStep> {
  yield* stepsIn(steps, ['steps'])
  for (const [index, turn] of (turns ?? []).entries()) yield* stepsIn(turn.steps, ['turns', index, 'steps'])
  for (const [name, part] of Object.entries(parts ?? {})) yield* stepsIn(part, ['parts', name])
}

/** The steps of a list and those inside of them, depth first. */
export function* stepsIn(steps: ScriptSteps = [], path: PlacedStep['path'] = []): Generator<PlacedStep> {
  for (const [index, step] of steps.entries()) {
    const here = [...path, index]
    yield { step, path: here }
    if ('do' in step) yield* stepsIn(step.do, [...here, 'do'])
    if ('during' in step) yield* stepsIn(step.during, [...here, 'during'])
    if ('accepted' in step) yield* stepsIn(step.accepted, [...here, 'accepted'])
    if ('declined' in step) yield* stepsIn(step.declined, [...here, 'declined'])
    if ('request' in step) {
      for (const [outcome, list] of Object.entries(step.outcomes ?? {}))
        yield* stepsIn(list, [...here, 'outcomes', outcome])
      yield* stepsIn(step.otherwise, [...here, 'otherwise'])
    }
    if ('options' in step)
      for (const [at, option] of step.options.entries())
        yield* stepsIn(option.steps, [...here, 'options', at, 'steps'])
  }
}
