import { safe, safeLine, type SafeText } from '../lib/text/safe-text.ts'
import type { TraceFault } from '../protocol/trace/trace-fault.ts'
import { shownUsage, type UsageError } from '../lib/text/usage-error.ts'
import type { FileFault } from './files/written-file.ts'
import type { FoundLeak } from './leak-search.ts'
import type { DifferingFile } from './files/result-files.ts'

/** Why nothing was rendered. */
export type RenderFault =
  | { readonly kind: 'usage'; readonly error: UsageError }
  | { readonly kind: 'no-trace'; readonly fault: TraceFault }
  | { readonly kind: 'file'; readonly fault: FileFault }
  | {
      readonly kind: 'leaks'
      readonly found: readonly FoundLeak[]
      readonly count: number
      /** Known to the redactor, these would be masked; null: not all of it would. */
      readonly hideable: ReadonlySet<string> | null
    }
  | { readonly kind: 'differs'; readonly files: readonly DifferingFile[] }

/** The exit status of `render`, and lines for stderr. */
export interface RenderOutcome {
  readonly status: number
  readonly lines: readonly SafeText[]
}

const longest = 2000

/** `trace`: the recording's name. Raw. */
export function renderFaultMessage(fault: RenderFault, trace: string): RenderOutcome {
  switch (fault.kind) {
    case 'usage':
      return words(2, fault.error.message, fault.error.hint)
    case 'no-trace':
      return words(4, `${trace} cannot be rendered: ${fault.fault.message}`, fault.fault.hint)
    case 'file':
      return words(
        4,
        `${fault.fault.file} ${fault.fault.text}`,
        'Nothing was written; existing files are unchanged.',
      )
    case 'leaks': {
      const { found, count } = fault
      const listed = found.map(({ where, what, excerpt }) => line(`  ${where}: ${what}: ${excerpt}`))
      const rest = count > found.length ? [line(`  … and ${count - found.length} more`)] : []
      const first = line('acp-plan-tui: nothing was written, because private data is left')
      const hint = 'A file of rules in --redact can replace or allow it; --no-redact hides nothing.'
      return { status: 1, lines: [first, ...listed, ...rest, line(`  ${hint}`)] }
    }
    case 'differs':
      return { status: 1, lines: fault.files.flatMap(differenceWords) }
  }
}

/** For a recording that ends after its header: the results show no plan. `trace`: its name, raw. */
export function nothingRecordedLine(trace: string): SafeText {
  return line(`acp-plan-tui: ${trace} has only its first line: nothing was recorded after it`)
}

function differenceWords({ file, difference }: DifferingFile): readonly SafeText[] {
  if (difference === 'missing')
    return words(1, `${file} does not exist`, 'Make it with -o instead of --check.').lines
  const { offset, line: at, there, rendered } = difference
  const isText = [there, rendered].every((bytes) => !bytes.includes(0) && bytes.equals(asText(bytes)))
  const place = isText ? `line ${at}` : `byte ${offset}`
  return [
    line(`acp-plan-tui: ${file} is out of date: it differs from ${place} on`),
    ...(isText ? [line(`  is        ${there.toString()}`), line(`  would be  ${rendered.toString()}`)] : []),
    line('  If the new content is right, write it with -o instead of --check.'),
  ]
}

function asText(bytes: Buffer): Buffer {
  return Buffer.from(bytes.toString('utf8'), 'utf8')
}

function words(status: number, message: string, hint: string): RenderOutcome {
  return { status, lines: [safe`acp-plan-tui: ${shownUsage(message)}`, safe`  ${shownUsage(hint)}`] }
}

function line(raw: string): SafeText {
  const indent = raw.startsWith('  ') ? safe`  ` : safe``
  return safe`${indent}${safeLine(raw.trimStart().slice(0, longest))}`
}
