import { createRedactor, type Redactor } from '../../app/redact/redactor.ts'
import { ok, type Result } from '../../lib/result.ts'
import { usage, type UsageError, meantFirst } from '../../lib/text/usage-error.ts'
import { hostname } from 'node:os'
import {
  type Surroundings,
  redactClasses,
  type RedactClass,
  type RedactConfig,
} from '../../app/redact/redact-config.ts'
import { homeFolder, userName } from '../../system/user-environment.ts'
import type { RedactRules } from '../../app/redact/redact-rules.ts'
import { fileFaultWords, readRegularFile } from '../../system/regular-file.ts'
import type { Privacy } from '../../render/render-trace.ts'

/** The redactor of `--redact`, which replaces the names of this machine and of `folders` too. */
export async function readRedactor(
  lists: readonly string[],
  folders: readonly string[],
): Promise<Result<Redactor, UsageError>> {
  const list = await readRedactList(lists)
  return list.ok ? ok(createRedactor({ ...list.value, surroundings: surroundingsHere(folders) })) : list
}

/** The names of this machine and its user, as the system knows them. `folders`: the working folders. */
function surroundingsHere(folders: readonly string[]): Surroundings {
  return {
    homes: [homeFolder()].filter(isKnown),
    workingDirectories: folders,
    users: [userName()].filter(isKnown),
    hosts: [hostname()].filter(isKnown),
  }
}

function isKnown(name: string | null): name is string {
  return name !== null && name !== ''
}

type RedactList = Pick<RedactConfig, 'classes' | 'rules'>

/** Reads `--redact`, which may be repeated: classes and files of rules, separated by commas. Files alone include all classes. */
export async function readRedactList(lists: readonly string[]): Promise<Result<RedactList, UsageError>> {
  const classes = new Set<RedactClass>()
  let rules: RedactRules | null = null
  for (const name of lists.flatMap((list) => list.split(',')).map((each) => each.trim())) {
    const known = redactClasses.find((each) => each === name)
    if (known !== undefined) {
      classes.add(known)
      continue
    }
    if (!looksLikeFile(name)) return unknown(name)
    const read = await readRules(name)
    if (!read.ok) return read
    rules = rules === null ? read.value : joined(rules, read.value)
  }
  return ok({ classes: classes.size === 0 ? new Set(redactClasses) : classes, rules })
}

function looksLikeFile(name: string): boolean {
  return /[./\\]/.test(name)
}

function unknown(name: string): Result<never, UsageError> {
  return usage(
    `--redact: “${name}” is unknown`,
    `${meantFirst(name, redactClasses)}Possible are ${redactClasses.join(', ')}, and files of rules, for example paths,names,./rules.json.`,
  )
}

const rulesLimitBytes = 4 * 1024 * 1024

async function readRules(file: string): Promise<Result<RedactRules, UsageError>> {
  const read = readRegularFile(file, rulesLimitBytes)
  if (!read.ok)
    return usage(`--redact ${file}: ${fileFaultWords(read.problem)}`, 'Give the name of a file of rules.')
  const { checkRedactRules } = await import('./check-redact-rules.ts')
  return checkRedactRules(read.value.toString('utf8'), file)
}

function joined(one: RedactRules, other: RedactRules): RedactRules {
  return {
    haveLineBreak: one.haveLineBreak || other.haveLineBreak,
    find: (text) => [...one.find(text), ...other.find(text)],
    allowed: (text) => [...one.allowed(text), ...other.allowed(text)],
  }
}

const noNames: Surroundings = { homes: [], workingDirectories: [], users: [], hosts: [] }

/** The redaction of `render`: the classes and rules of `--redact`. `searchesHere`: names of this machine in a result are an error. */
export async function readPrivacy(
  lists: readonly string[],
  searchesHere: boolean,
): Promise<Result<Privacy, UsageError>> {
  const list = await readRedactList(lists)
  if (!list.ok) return list
  // Not replaced: the result would depend on the machine.
  const redacted: RedactConfig = { ...list.value, surroundings: noNames }
  return ok({ redacted, searched: searchesHere ? [{ ...redacted, surroundings: namesHere() }] : [] })
}

/** Without `/root`, which is on every machine. */
function namesHere(): Surroundings {
  const here = surroundingsHere([])
  return { ...here, homes: here.homes.filter((home) => !/^(?:\/var)?\/root\/?$/.test(home)) }
}
