import * as z from 'zod/mini'
import { condition, entry, fileName, keyed, name, seconds, text } from './script-values.ts'
import { steps } from './step-schemas.ts'

const choice = keyed(
  { value: text, name: text, description: z.exactOptional(text) },
  'a choice: value, name and description',
)
const choices = z
  .array(choice, 'a list of choices, each with value and name')
  .check(z.minLength(1, 'a list with at least one choice'))
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
    failure: z.exactOptional(text),
    args: z.exactOptional(z.array(text, 'a list of arguments')),
    variable: z.exactOptional(name),
  },
  'a way to log in: id and name',
)
const aPlan = 'a plan: items, markdown or file, and only one of them'
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
const turn = keyed(
  { when: z.exactOptional(condition), prompt: z.exactOptional(text), steps },
  'a turn: steps, and when or prompt',
)

/** The schema of a script. Its names are checked apart from it (`check-names.ts`). */
export const scriptSchema = keyed(
  {
    title: z.exactOptional(text),
    seconds: z.exactOptional(seconds),
    prompt: z.exactOptional(text),
    root: z.exactOptional(text),
    settings: z.exactOptional(z.array(setting, 'a list of settings')),
    commands: z.exactOptional(z.array(command, 'a list of commands')),
    logins: z.exactOptional(z.array(login, 'a list of ways to log in')),
    plans: z.exactOptional(z.record(z.string(), plan, 'plans by their names')),
    parts: z.exactOptional(z.record(z.string(), steps, 'lists of steps by their names')),
    steps: z.exactOptional(steps),
    turns: z.exactOptional(
      z
        .array(turn, 'a list of turns, each with steps')
        .check(z.minLength(1, 'a list with at least one turn')),
    ),
  },
  'a scenario: an object with steps or turns',
)
