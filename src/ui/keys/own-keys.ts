import { mustBe, meantHint } from '../../lib/text/usage-error.ts'
import { privateKeys } from '../../app/ports/terminal-keys.ts'
import type { OwnKeys } from './key-map.ts'
import { keyTable, playerTable, questionTable, wireTable, type AnyCommand } from './key-table.ts'

export interface KeyFault {
  /** Where it is: the command, and the index of the key. */
  readonly path: readonly (string | number)[]
  readonly text: string
  readonly hint: string
}

/** The user's own keys as far as they can be used, and everything that is wrong with the others, in their order. */
export interface ReadKeys {
  readonly keys: OwnKeys
  readonly faults: readonly KeyFault[]
}

/** Each list: the commands that the same keys can be pressed for. A key of one of the later lists takes precedence over the first. */
const tables: readonly (readonly { readonly command: AnyCommand; readonly keys: readonly string[] }[])[] = [
  keyTable,
  playerTable,
  wireTable,
  questionTable,
]

/** The names of all commands that can be given other keys. */
export const commandNames: readonly AnyCommand[] = tables.flatMap((table) =>
  table.map(({ command }) => command).filter((command) => command !== 'pick-plan' && command !== 'interrupt'),
)

/** Further faults are not reported. */
const mostFaults = 20

/** Reads the user's own keys: lists of keys by command. */
export function readOwnKeys(value: unknown): ReadKeys {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { keys: new Map(), faults: [{ path: [], text: '“keys” has a wrong value', hint: shape }] }
  const keys = new Map<AnyCommand, readonly string[]>()
  const faults: KeyFault[] = []
  for (const [name, list] of Object.entries(value)) {
    if (faults.length >= mostFaults) break
    const command = commandNames.find((each) => each === name)
    if (command === undefined) {
      faults.push(unknownCommand(name))
      continue
    }
    if (!isTextList(list)) {
      faults.push({
        path: [name],
        text: `“${name}” has a wrong value`,
        hint: mustBe('a list of keys, such as ["ctrl-q"]'),
      })
      continue
    }
    const wrong = list.flatMap((key, index) => {
      const problem = problemOf(key)
      return problem === null
        ? []
        : [{ path: [name, index], text: `“${key.slice(0, 40)}” ${problem.text}`, hint: problem.hint }]
    })
    faults.push(...wrong.slice(0, mostFaults))
    if (wrong.length === 0) keys.set(command, [...new Set(list)])
  }
  return { keys, faults: faults.length > 0 ? faults : tables.flatMap((table) => conflicts(table, keys)) }
}

const shape = mustBe('an object with lists of keys, such as {"quit": ["ctrl-q"]}')

function isTextList(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string')
}

function unknownCommand(name: string): KeyFault {
  const path = [name]
  if (name === 'pick-plan' || name === 'interrupt')
    return {
      path,
      text: `“${name}” keeps its keys`,
      hint: '1 to 9 always go to a plan or an option, and ctrl-c always quits.',
    }
  const hint = meantHint(name.slice(0, 100), commandNames, `The commands are ${commandNames.join(', ')}.`)
  return { path, text: `there is no command “${name.slice(0, 100)}”`, hint }
}

/** Keys that two commands of a table have, once the own keys are in force. Reported where the user has given one of them. */
function conflicts(table: (typeof tables)[number], own: OwnKeys): readonly KeyFault[] {
  const owners = new Map<string, AnyCommand>()
  const faults: KeyFault[] = []
  // The keys of the table first, so that a fault stands where the user wrote the key.
  const ordered = [...table].sort(
    (one, other) => Number(own.has(one.command)) - Number(own.has(other.command)),
  )
  for (const { command, keys } of ordered) {
    const given = own.get(command)
    for (const [index, key] of (given ?? keys).entries()) {
      const owner = owners.get(key)
      owners.set(key, command)
      if (owner === undefined || given === undefined) continue
      faults.push({
        path: [command, index],
        text: `“${key}” is a key of “${owner}” too`,
        hint: `Give “${owner}” other keys, or [] for none.`,
      })
    }
  }
  return faults.slice(0, mostFaults)
}

interface KeyProblem {
  readonly text: string
  readonly hint: string
}

const arrows = ['up', 'down', 'left', 'right', 'pageup', 'pagedown', 'home', 'end', 'delete']
const others = ['space', 'tab', 'shift-tab', 'enter', 'escape', 'backspace']
const named: readonly string[] = [...others, ...arrows, ...privateKeys]

/** Control keys that terminals send as other keys. */
const sentAs: Readonly<Record<string, string>> = { i: 'tab', m: 'enter', h: 'backspace' }

const notation = `A key is a character, ctrl- and a letter, alt- and a character, f1 to f12, or one of ${[...others, 'insert', ...arrows].join(', ')}.`
const another = 'Choose another key.'

/** Why a key cannot be used; null: it can. */
function problemOf(key: string): KeyProblem | null {
  if (named.includes(key)) return null
  if (/^[1-9]$/.test(key)) return { text: 'always goes to a plan or an option', hint: another }
  if (isCharacter(key)) return null
  const [, modifiers = '', base = ''] = /^((?:[a-z]+-)+)(.+)$/u.exec(key) ?? []
  if (modifiers === 'ctrl-') return controlProblem(base)
  if (modifiers === 'alt-') return altProblem(base)
  if (modifiers !== '' && isModified(modifiers)) return modifiedProblem(modifiers, base)
  if (/^f\d+$/.test(key)) return { text: 'is no key', hint: 'The function keys are f1 to f12.' }
  return { text: 'is no key', hint: meantHint(key.slice(0, 40), named, notation) }
}

function isCharacter(key: string): boolean {
  return /^[^\p{C}\p{M}\p{Z}]$/u.test(key)
}

function controlProblem(base: string): KeyProblem | null {
  if (base === 'c') return { text: 'always quits', hint: another }
  if (arrows.includes(base)) return null
  const sent = Object.hasOwn(sentAs, base) ? sentAs[base] : undefined
  if (sent !== undefined)
    return { text: `is sent as ${sent} by terminals`, hint: `Write “${sent}”, or choose another key.` }
  if (/^[a-z]$/.test(base)) return null
  if (/^[A-Z]$/.test(base)) return capitalProblem(base)
  return modifiedProblem('ctrl-', base)
}

function altProblem(base: string): KeyProblem | null {
  // Every other key begins with these two in what terminals send.
  if (base === '[' || base === 'O')
    return { text: 'is sent by terminals like the beginning of another key', hint: another }
  if (isCharacter(base) || arrows.includes(base)) return null
  return modifiedProblem('alt-', base)
}

function capitalProblem(base: string): KeyProblem {
  const small = `ctrl-${base.toLowerCase()}`
  return { text: `is sent as ${small} by terminals`, hint: `Write “${small}”, or choose another key.` }
}

/** Whether all of these are keys that are held while another one is pressed. */
function isModified(modifiers: string): boolean {
  return /^(?:(?:ctrl|alt|shift|cmd|super|meta|win|option)-)+$/.test(modifiers)
}

/** Of keys with others held: most terminals send them as if those were not held, or not at all. */
function modifiedProblem(modifiers: string, base: string): KeyProblem {
  if (modifiers === 'shift-' && isCharacter(base))
    return { text: 'is no key', hint: 'A letter with shift is written as itself, such as G.' }
  if (modifiers === 'option-') return { text: 'is no key', hint: `Write “alt-${base.slice(0, 20)}”.` }
  if (isCharacter(base) || named.includes(base))
    return { text: 'is a key that most terminals do not send', hint: another }
  return { text: 'is no key', hint: notation }
}
