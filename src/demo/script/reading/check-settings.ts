import { allSteps } from './all-steps.ts'
import { nameHint } from './key-hint.ts'
import type { Script, ScriptSetting } from './script-schema.ts'
import type { ScriptFault } from './script-fault.ts'

/** Inconsistent settings, and steps and conditions that name a setting or value that does not exist. */
export function* checkSettings(script: Script): Generator<ScriptFault> {
  const settings = script.settings ?? []
  for (const [index, setting] of settings.entries()) yield* checkSetting(setting, ['settings', index])
  for (const [index, { args, variable }] of (script.logins ?? []).entries())
    if (args !== undefined && variable !== undefined)
      yield {
        path: ['logins', index, 'variable'],
        isKey: true,
        message: 'a way to log in is a command or a variable, and not both',
        hint: 'Leave out args or variable.',
      }
  const turns = (script.turns ?? []).map(({ when }, index) => ({ when, path: ['turns', index] }))
  const located = [...allSteps(script)]
  const steps = located.map(({ step, path }) => ({ when: step.when, path }))
  const modes = settings.filter(({ category }) => category === 'mode').flatMap(valuesOf)
  for (const { when, path } of [...turns, ...steps])
    for (const mode of [when?.mode ?? []].flat())
      if (!modes.includes(mode))
        yield {
          path: [...path, 'when', 'mode'],
          message: `there is no mode “${mode}”`,
          hint:
            modes.length === 0 ? 'A setting with the category mode has the modes.' : nameHint(mode, modes),
        }
  for (const { step, path } of located)
    if ('set' in step) yield* checkSet(step.set, settings, [...path, 'set'])
}

function* checkSetting(setting: ScriptSetting, path: readonly PropertyKey[]): Generator<ScriptFault> {
  const { value, choices, groups } = setting
  if (typeof value === 'boolean') {
    if (choices !== undefined || groups !== undefined)
      yield {
        path: [...path, 'value'],
        message: `“${setting.id}” has choices, and is ${value}`,
        hint: 'Make one of the choices its value, or leave out the choices.',
      }
    return
  }
  if ((choices === undefined) === (groups === undefined))
    yield {
      path,
      message: `“${setting.id}” needs choices`,
      hint: 'Give it choices, or groups with choices, or make its value true or false.',
    }
  else if (!valuesOf(setting).includes(value))
    yield {
      path: [...path, 'value'],
      message: `“${setting.id}” has no choice “${value}”`,
      hint: nameHint(value, valuesOf(setting)),
    }
}

function* checkSet(
  set: Readonly<Record<string, string | boolean>>,
  settings: readonly ScriptSetting[],
  path: readonly PropertyKey[],
): Generator<ScriptFault> {
  for (const [id, value] of Object.entries(set)) {
    const setting = settings.find((each) => each.id === id)
    if (setting === undefined) {
      const ids = settings.map((each) => each.id)
      yield {
        path: [...path, id],
        isKey: true,
        message: `there is no setting “${id}”`,
        hint: nameHint(id, ids),
      }
    } else if (typeof value !== typeof setting.value)
      yield {
        path: [...path, id],
        message: `“${id}” cannot be ${value}`,
        hint:
          typeof setting.value === 'boolean' ? 'It must be true or false.' : nameHint('', valuesOf(setting)),
      }
    else if (typeof value === 'string' && !value.includes('{{') && !valuesOf(setting).includes(value))
      yield {
        path: [...path, id],
        message: `“${id}” has no choice “${value}”`,
        hint: nameHint(value, valuesOf(setting)),
      }
  }
}

function valuesOf({ choices, groups }: ScriptSetting): readonly string[] {
  const all = choices ?? (groups ?? []).flatMap((group) => group.choices)
  return all.map(({ value }) => value)
}
