import { own, safeLine, type SafeText } from '../lib/text/safe-text.ts'
import type { RenderFault } from './render-trace.ts'
import type { DifferingFile } from './files/result-files.ts'

/** Lines for stderr, and the exit status. */
export interface FaultMessage {
  readonly status: number
  readonly lines: readonly SafeText[]
}

const longest = 2000

/** `trace`: the recording's name. Raw. */
export function renderFaultMessage(fault: RenderFault, trace: string): FaultMessage {
  switch (fault.kind) {
    case 'usage':
      return words(2, fault.error.message, fault.error.hint)
    case 'no-trace':
      return words(4, `${trace} cannot be shown: ${fault.fault.message}`, fault.fault.hint)
    case 'file':
      return words(
        4,
        `${fault.fault.file} ${fault.fault.text}`,
        'Nothing was written; what was there is as it was.',
      )
    case 'leaks': {
      const { found, count } = fault
      const listed = found.map(({ where, what, excerpt }) => line(`  ${where}: ${what}: ${excerpt}`))
      const rest = count > found.length ? [line(`  … and ${count - found.length} more`)] : []
      const first = line('acp-plan-tui: nothing was written, since something private is left')
      const hint =
        'A file of rules, named in --redact, may replace it or allow it; --no-redact shows everything.'
      return { status: 1, lines: [first, ...listed, ...rest, line(`  ${hint}`)] }
    }
    case 'differs':
      return { status: 1, lines: fault.files.flatMap(differenceWords) }
  }
}

function differenceWords({ file, difference }: DifferingFile): readonly SafeText[] {
  if (difference === null)
    return words(1, `${file} is not there`, 'It is made with -o in place of --check.').lines
  const { offset, line: at, there, rendered } = difference
  const isText = [there, rendered].every((bytes) => !bytes.includes(0) && bytes.equals(asText(bytes)))
  const place = isText ? `line ${at}` : `byte ${offset}`
  return [
    line(`acp-plan-tui: ${file} is not what is rendered now: it differs from ${place} on`),
    ...(isText ? [line(`  is now    ${there.toString()}`), line(`  should be ${rendered.toString()}`)] : []),
    line('  Is that as it should be, make it anew with -o in place of --check.'),
  ]
}

function asText(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('utf8'), 'utf8')
}

function words(status: number, message: string, hint: string): FaultMessage {
  return { status, lines: [line(`acp-plan-tui: ${message}`), line(`  ${hint}`)] }
}

function line(raw: string): SafeText {
  const indent = raw.startsWith('  ') ? own`  ` : own``
  return own`${indent}${safeLine(raw.trimStart().slice(0, longest))}`
}
