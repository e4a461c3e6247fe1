import { redactClasses, type RedactClass, type RedactConfig } from '../../app/redact/redact-config.ts'
import type { RedactRules } from '../../app/redact/redact-rules.ts'
import { fail, ok, type Result } from '../../lib/result.ts'
import { meantFirst, type UsageError } from '../../lib/text/usage-error.ts'
import { fileFaultWords, readRegularFile } from '../../system/regular-file.ts'

export type RedactList = Pick<RedactConfig, 'classes' | 'rules'>

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
  return fail({
    message: `--redact: “${name}” is unknown`,
    hint: `${meantFirst(name, redactClasses)}Possible are ${redactClasses.join(', ')}, and files of rules, for example paths,names,./rules.json.`,
  })
}

const rulesLimitBytes = 4 * 1024 * 1024

async function readRules(file: string): Promise<Result<RedactRules, UsageError>> {
  const read = readRegularFile(file, rulesLimitBytes)
  if (!read.ok)
    return fail({
      message: `--redact ${file}: ${fileFaultWords(read.problem)}`,
      hint: 'Give the name of a file of rules.',
    })
  const { checkRedactRules } = await import('./check-redact-rules.ts')
  return checkRedactRules(read.value.toString('utf8'), file)
}

function joined(one: RedactRules, other: RedactRules): RedactRules {
  return {
    find: (text) => [...one.find(text), ...other.find(text)],
    allowed: (text) => [...one.allowed(text), ...other.allowed(text)],
  }
}
